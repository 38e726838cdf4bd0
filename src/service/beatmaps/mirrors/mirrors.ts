import { rm } from 'node:fs/promises';
import { Failure } from '../../../failure.ts';
import { writeWithLimit } from './download.ts';
import { createHostBackoff, type HostBackoffOptions } from './host-backoff.ts';
import { type Mirror, publicLookups, publicMirrors } from './mirror-table.ts';
import { createRedirectRule, type RedirectRuleOptions } from './redirect-rule.ts';
import { request } from './request.ts';
import { mirrorLookup, type SetLookup } from './set-lookup.ts';

/** Downloads sets from mirrors. */
export interface Mirrors {
  /**
   * `found`: an .osz with the map is at `path`. `too-large`: it exceeds the size limit. `unknown`: a mirror responded
   * and does not have it. `unreachable`: no mirror responded.
   */
  fetch(beatmapMd5: string, path: string, options?: { signal?: AbortSignal }): Promise<Outcome | 'unreachable'>;
}

type Outcome = 'found' | 'too-large' | 'unknown';

export interface MirrorsOptions extends HostBackoffOptions {
  readonly mirrors: readonly Mirror[];
  /** Other hosts, with their ports, that the mirrors may redirect to. */
  readonly redirectHosts?: readonly string[];
  readonly resolveHost?: RedirectRuleOptions['resolveHost'];
  /** Lookups of set ids, in this order; by default those of the public mirrors. */
  readonly lookups?: readonly SetLookup[];
  readonly maxBytes: number;
  /** Whether the file contains the map with this MD5. */
  readonly contains: (path: string, beatmapMd5: string) => Promise<boolean>;
  readonly responseTimeoutMs?: number;
  readonly downloadMs?: number;
}

export function createMirrors(options: MirrorsOptions): Mirrors {
  const { mirrors, maxBytes, contains, responseTimeoutMs = defaultAnswerMs, downloadMs = 5 * 60_000 } = options;
  const lookups = options.lookups ?? lookupsOfMirrors(responseTimeoutMs);
  const requestFrom = createHostBackoff(options);
  const mayRedirectTo = createRedirectRule({
    domains: mirrors.map(({ name }) => name),
    hosts: [...mirrors.map(({ download }) => new URL(download).host), ...(options.redirectHosts ?? [])],
    resolveHost: options.resolveHost,
  });

  /** The set id; null if the map is unknown; undefined if no lookup responded. */
  async function findSet(beatmapMd5: string, signal?: AbortSignal): Promise<number | null | undefined> {
    let known: number | null | undefined;
    for (const { host, find } of lookups) {
      const found = await requestFrom(host, () => find(beatmapMd5, { signal }), signal);
      if (typeof found === 'number') return found;
      if (found === null) known = null;
    }
    return known;
  }

  /** Returns `found` only if the verified file is at `path`. */
  async function download(url: string, wanted: { md5: string; path: string }, signal?: AbortSignal): Promise<Outcome> {
    const response = await request(url, { responseTimeoutMs, totalTimeoutMs: downloadMs, signal, mayRedirectTo });
    if (response === null || response.body === null) return 'unknown';
    try {
      await writeWithLimit(response.body, wanted.path, { maxBytes, signal });
    } catch (error) {
      if (error instanceof Failure) return 'too-large';
      throw error;
    }
    if (await contains(wanted.path, wanted.md5)) return 'found';
    // The set was updated after the replay, or the file is not a set.
    await rm(wanted.path, { force: true });
    return 'unknown';
  }

  return {
    async fetch(md5, path, { signal } = {}) {
      const outcomes = new Set<Outcome>(mirrors.length === 0 ? ['unknown'] : []);
      let set: number | null | undefined;
      if (mirrors.some(({ download }) => download.includes('{set}'))) {
        set = await findSet(md5, signal);
        if (set === null) outcomes.add('unknown');
      }
      for (const { download: template } of mirrors) {
        if (template.includes('{set}') && typeof set !== 'number') continue;
        const url = template.replaceAll('{md5}', md5).replaceAll('{set}', String(set));
        const outcome = await requestFrom(new URL(template).host, () => download(url, { md5, path }, signal), signal);
        if (outcome === 'found') return outcome;
        if (outcome !== undefined) outcomes.add(outcome);
      }
      if (outcomes.has('too-large')) return 'too-large';
      return outcomes.has('unknown') ? 'unknown' : 'unreachable';
    },
  };
}

const defaultAnswerMs = 10_000;

export function lookupsOfMirrors(responseTimeoutMs = defaultAnswerMs): SetLookup[] {
  const mayRedirectTo = createRedirectRule({ domains: publicMirrors.map(({ name }) => name), hosts: [] });
  return publicLookups.map((dialect) => mirrorLookup(dialect, { responseTimeoutMs, mayRedirectTo }));
}
