import type { LookupEndpoint } from './mirror-table.ts';
import type { RedirectRule } from './redirect-rule.ts';
import { readJson, request, valueAt } from './request.ts';

/** Looks up the set id of a map. */
export interface SetLookup {
  readonly host: string;
  /** Returns null if the map is unknown. Throws if the service cannot be reached. */
  find(beatmapMd5: string, options: { signal?: AbortSignal | undefined }): Promise<number | null>;
}

export interface MirrorLookupOptions {
  readonly responseTimeoutMs: number;
  readonly mayRedirectTo?: RedirectRule;
}

/** The set lookup of a mirror. */
export function mirrorLookup(
  { url: address, setIdPath: setAt }: LookupEndpoint,
  { responseTimeoutMs, mayRedirectTo }: MirrorLookupOptions,
): SetLookup {
  return {
    host: new URL(address).host,
    async find(beatmapMd5, { signal }) {
      const url = address.replaceAll('{md5}', beatmapMd5);
      const response = await request(url, {
        responseTimeoutMs,
        totalTimeoutMs: responseTimeoutMs,
        signal,
        mayRedirectTo,
      });
      return response && setIdOf(await readJson(response), setAt);
    },
  };
}

/** The set id becomes part of a URL, so only a number is accepted. */
export function setIdOf(json: unknown, at: readonly string[]): number | null {
  const id = valueAt(json, at);
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : null;
}
