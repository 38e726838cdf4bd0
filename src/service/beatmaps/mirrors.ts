import { rm } from 'node:fs/promises';
import { Failure } from '../../failure.ts';
import { writeCapped } from './download.ts';
import { createHostBackoff, type HostBackoffOptions } from './host-backoff.ts';
import { type Mirror, publicLookups } from './mirror-table.ts';
import { request } from './request.ts';
import { mirrorLookup, type SetLookup } from './set-lookup.ts';

/** Places on the network that give sets away. */
export interface Mirrors {
  /**
   * `found`: an .osz with the map is at `path`. `too-large`: it has more bytes than we take. `unknown`: somebody could
   * be asked and has not got it. `unreachable`: nobody could be asked.
   */
  fetch(beatmapMd5: string, path: string, options?: { signal?: AbortSignal }): Promise<Answer | 'unreachable'>;
}

type Answer = 'found' | 'too-large' | 'unknown';

export interface MirrorsOptions extends HostBackoffOptions {
  readonly mirrors: readonly Mirror[];
  /** Whom to ask for the set of a map, in this order; the public mirrors unless given. */
  readonly lookups?: readonly SetLookup[];
  readonly maxBytes: number;
  /** Whether the file has the map in it, byte by byte. */
  readonly holds: (path: string, beatmapMd5: string) => Promise<boolean>;
  readonly answerMs?: number;
  readonly downloadMs?: number;
}

export function createMirrors(options: MirrorsOptions): Mirrors {
  const { mirrors, maxBytes, holds, answerMs = defaultAnswerMs, downloadMs = 5 * 60_000 } = options;
  const lookups = options.lookups ?? lookupsOfMirrors(answerMs);
  const trying = createHostBackoff(options);

  /** A number; null: they do not know the map; undefined: nobody could be asked. */
  async function findSet(beatmapMd5: string, signal?: AbortSignal): Promise<number | null | undefined> {
    let known: number | null | undefined;
    for (const { host, find } of lookups) {
      const found = await trying(host, () => find(beatmapMd5, { signal }), signal);
      if (typeof found === 'number') return found;
      if (found === null) known = null;
    }
    return known;
  }

  /** The file is there when it is found: the right one. */
  async function download(url: string, wanted: { md5: string; path: string }, signal?: AbortSignal): Promise<Answer> {
    const response = await request(url, { answerMs, totalMs: downloadMs, signal });
    if (response === null || response.body === null) return 'unknown';
    try {
      await writeCapped(response.body, wanted.path, { maxBytes, signal });
    } catch (error) {
      if (error instanceof Failure) return 'too-large';
      throw error;
    }
    if (await holds(wanted.path, wanted.md5)) return 'found';
    // The set has been changed since the replay was made, or this is no set at all.
    await rm(wanted.path, { force: true });
    return 'unknown';
  }

  return {
    async fetch(md5, path, { signal } = {}) {
      const answers = new Set<Answer>(mirrors.length === 0 ? ['unknown'] : []);
      let set: number | null | undefined;
      if (mirrors.some(({ download }) => download.includes('{set}'))) {
        set = await findSet(md5, signal);
        if (set === null) answers.add('unknown');
      }
      for (const { download: template } of mirrors) {
        if (template.includes('{set}') && typeof set !== 'number') continue;
        const url = template.replaceAll('{md5}', md5).replaceAll('{set}', String(set));
        const answer = await trying(new URL(template).host, () => download(url, { md5, path }, signal), signal);
        if (answer === 'found') return answer;
        if (answer !== undefined) answers.add(answer);
      }
      if (answers.has('too-large')) return 'too-large';
      return answers.has('unknown') ? 'unknown' : 'unreachable';
    },
  };
}

const defaultAnswerMs = 10_000;

export function lookupsOfMirrors(answerMs = defaultAnswerMs): SetLookup[] {
  return publicLookups.map((dialect) => mirrorLookup(dialect, answerMs));
}
