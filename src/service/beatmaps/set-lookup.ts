import type { LookupDialect } from './mirror-table.ts';
import { readJson, request, valueAt } from './request.ts';

/** Tells which set a map is of. */
export interface SetLookup {
  readonly host: string;
  /** Null: it does not know the map. Throws when it cannot be asked. */
  find(beatmapMd5: string, options: { signal?: AbortSignal | undefined }): Promise<number | null>;
}

/** A mirror that tells sets, in its own way. */
export function mirrorLookup({ address, setAt }: LookupDialect, answerMs: number): SetLookup {
  return {
    host: new URL(address).host,
    async find(beatmapMd5, { signal }) {
      const response = await request(address.replaceAll('{md5}', beatmapMd5), { answerMs, totalMs: answerMs, signal });
      return response && setIdOf(await readJson(response), setAt);
    },
  };
}

/** It becomes part of an address, so it is a number or nothing. */
export function setIdOf(answer: unknown, at: readonly string[]): number | null {
  const id = valueAt(answer, at);
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : null;
}
