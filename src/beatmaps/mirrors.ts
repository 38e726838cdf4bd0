import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DownloadOptions, writeCapped } from './download.ts';
import { type Mirror, publicLookups } from './mirror-table.ts';

/** Places on the network that give sets away. */
export interface Mirrors {
  /**
   * `found`: an .osz with the map is at `path`. `unknown`: somebody could be asked and has not got it. `unreachable`:
   * nobody could be asked.
   */
  fetch(
    beatmapMd5: string,
    path: string,
    options?: { signal?: AbortSignal },
  ): Promise<'found' | 'unknown' | 'unreachable'>;
}

export interface MirrorsOptions {
  readonly mirrors: readonly Mirror[];
  /** Templates of addresses that answer a beatmap, by its MD5, with its `beatmapset_id`. */
  readonly lookups?: readonly string[];
  readonly maxBytes: number;
  /** Whether the file has the map in it, byte by byte. */
  readonly holds: (path: string, beatmapMd5: string) => Promise<boolean>;
  readonly onTrouble?: (host: string, reason: unknown) => void;
  readonly now?: () => number;
  readonly answerMs?: number;
  readonly downloadMs?: number;
}

const maxLookupBytes = 1024 * 1024;
/** One that fails is left alone for a while, twice as long each time. */
const restMs = { first: 30_000, longest: 30 * 60_000 };

export function createMirrors(options: MirrorsOptions): Mirrors {
  const { mirrors, lookups = publicLookups, maxBytes, holds, onTrouble = () => {}, now = Date.now } = options;
  const { answerMs = 10_000, downloadMs = 5 * 60_000 } = options;
  const resting = new Map<string, { until: number; failures: number }>();

  /** What `ask` answers; undefined when the place could not be asked. */
  async function trying<T>(template: string, ask: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    const { host } = new URL(template);
    if ((resting.get(host)?.until ?? 0) > now()) return undefined;
    try {
      const answer = await ask();
      resting.delete(host);
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      const failures = (resting.get(host)?.failures ?? 0) + 1;
      resting.set(host, { failures, until: now() + Math.min(restMs.longest, restMs.first * 2 ** (failures - 1)) });
      onTrouble(host, error);
      return undefined;
    }
  }

  /** A number; null: they do not know the map; undefined: nobody could be asked. */
  async function findSet(beatmapMd5: string, signal?: AbortSignal): Promise<number | null | undefined> {
    let known: number | null | undefined;
    for (const template of lookups) {
      const found = await trying(template, () => lookUp(template, beatmapMd5, signal), signal);
      if (typeof found === 'number') return found;
      if (found === null) known = null;
    }
    return known;
  }

  async function lookUp(template: string, beatmapMd5: string, signal?: AbortSignal): Promise<number | null> {
    const response = await get(template.replaceAll('{md5}', beatmapMd5), { answerMs, totalMs: answerMs, signal });
    return response === null ? null : setIdOf(await readJson(response));
  }

  /** Whether the file is there now and is the right one. */
  async function download(url: string, wanted: { md5: string; path: string }, signal?: AbortSignal): Promise<boolean> {
    const response = await get(url, { answerMs, totalMs: downloadMs, signal });
    if (response === null || response.body === null) return false;
    await writeCapped(response.body, wanted.path, { maxBytes, signal } satisfies DownloadOptions);
    if (await holds(wanted.path, wanted.md5)) return true;
    // The set has been changed since the replay was made, or this is no set at all.
    await rm(wanted.path, { force: true });
    return false;
  }

  return {
    async fetch(md5, path, { signal } = {}) {
      let asked = false;
      let set: number | null | undefined;
      if (mirrors.some(({ download }) => download.includes('{set}'))) {
        set = await findSet(md5, signal);
        if (set === null) asked = true;
      }
      for (const { download: template } of mirrors) {
        if (template.includes('{set}') && typeof set !== 'number') continue;
        const url = template.replaceAll('{md5}', md5).replaceAll('{set}', String(set));
        const found = await trying(template, () => download(url, { md5, path }, signal), signal);
        if (found) return 'found';
        if (found === false) asked = true;
      }
      return asked || mirrors.length === 0 ? 'unknown' : 'unreachable';
    },
  };
}

interface Patience {
  readonly answerMs: number;
  readonly totalMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Null when it is not there; throws whatever else is no answer. */
async function get(url: string, { answerMs, totalMs, signal }: Patience): Promise<Response | null> {
  const tooSlow = AbortSignal.timeout(totalMs);
  const unanswered = new AbortController();
  const signals = [tooSlow, unanswered.signal, ...(signal ? [signal] : [])];
  const answered = new AbortController();
  sleep(answerMs, undefined, { signal: answered.signal, ref: false }).then(
    () => unanswered.abort(new Error(`No answer within ${answerMs} ms.`)),
    () => {},
  );
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': 'reprise (osu! replay renderer)' },
      signal: AbortSignal.any(signals),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return null;
    throw new Error(`It answered ${response.status}.`);
  } finally {
    answered.abort();
  }
}

async function readJson(response: Response): Promise<unknown> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxLookupBytes) throw new Error('Its answer is too long.');
  }
  return JSON.parse(text);
}

function setIdOf(answer: unknown): number | null {
  const id = typeof answer === 'object' && answer !== null && 'beatmapset_id' in answer ? answer.beatmapset_id : null;
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : null;
}
