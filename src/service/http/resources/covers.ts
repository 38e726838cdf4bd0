import { limitConcurrency } from '../../../limit-concurrency.ts';
import type { Beatmaps, MapFiles } from '../../beatmaps/index.ts';
import type { ResizeCover } from '../../previews/index.ts';
import { keyOfSource, type MapReader, type MapSource } from './map-reader.ts';

/** Pictures and titles of maps, for cards. */
export interface Covers {
  /** The picture as it is in the set; null if there is none that browsers show. */
  original(map: MapSource): Promise<Cover | null>;
  /** The picture in the size of a card; the original while too many others are being resized. */
  small(map: MapSource): Promise<Cover | null>;
  /** What is known of a map. The sets of new maps are opened for it, once an hour. */
  describe(map: MapSource): Promise<KnownMap>;
}

export interface Cover {
  readonly bytes: Uint8Array;
  readonly type: 'image/jpeg' | 'image/png';
}

export interface KnownMap {
  /** Whether it has a picture. */
  readonly hasCover: boolean;
  /** Null if the service does not have the map, or if it names no title. */
  readonly title: string | null;
}

export interface CoversOptions {
  readonly beatmaps: Pick<Beatmaps, 'findLocal'>;
  readonly maps: MapReader;
  readonly resize: ResizeCover;
  readonly now?: () => number;
}

/** A small cover has about 40 kB. */
const maxKept = 256;
/** What is known of a map takes about 200 bytes. */
const maxKnown = 10_000;
const keptMs = 60 * 60_000;
const maxLookups = 4;

export function createCovers({ beatmaps, maps, resize, now = Date.now }: CoversOptions): Covers {
  const limit = limitConcurrency(maxLookups);
  /** Null for a map without a picture that can be shown. */
  const small = createKept<Cover | null>(maxKept, now);
  const known = createKept<KnownMap>(maxKnown, now);

  async function original(source: MapSource): Promise<Cover | null> {
    return coverOf(await maps.read(source));
  }

  async function makeSmall(source: MapSource): Promise<Cover | null> {
    const key = keyOfSource(source);
    const map = await maps.read(source);
    // It may be there at the next request.
    if (map === null) small.drop(key);
    if (map?.background == null || pictureTypeOf(map.background) === null) return null;
    const bytes = await resize(map.background);
    if (bytes !== 'busy') return bytes && { bytes, type: 'image/jpeg' };
    small.drop(key);
    return original(source);
  }

  async function look(source: MapSource): Promise<KnownMap> {
    const isStored = source.setId !== null || (await beatmaps.findLocal(source.md5)) !== null;
    const map = isStored ? await maps.read(source) : null;
    // It may be there at the next request.
    if (map === null) known.drop(keyOfSource(source));
    return { hasCover: coverOf(map) !== null, title: map?.title ?? null };
  }

  return {
    original,
    async small(source) {
      const key = keyOfSource(source);
      return small.get(key) ?? small.set(key, makeSmall(source));
    },
    async describe(source) {
      const key = keyOfSource(source);
      const found = await (known.get(key) ??
        known.set(
          key,
          limit(() => look(source)),
        ));
      // A picture that could not be resized is no cover.
      const resized = small.get(key);
      return resized === undefined ? found : { ...found, hasCover: (await resized) !== null };
    },
  };
}

function coverOf(map: MapFiles | null): Cover | null {
  const background = map?.background ?? null;
  const type = background && pictureTypeOf(background);
  return background && type && { bytes: background, type };
}

/** Keeps results for an hour; the oldest is dropped for a new one, and so is one that failed. */
function createKept<T>(maxCount: number, now: () => number) {
  const kept = new Map<string, { readonly result: Promise<T>; readonly until: number }>();
  const drop = (key: string) => void kept.delete(key);
  return {
    drop,
    get(key: string): Promise<T> | undefined {
      const entry = kept.get(key);
      if (entry !== undefined && entry.until <= now()) drop(key);
      return kept.get(key)?.result;
    },
    set(key: string, result: Promise<T>): Promise<T> {
      kept.set(key, { result, until: now() + keptMs });
      result.catch(() => drop(key));
      const [oldest] = kept.keys();
      if (kept.size > maxCount && oldest !== undefined) drop(oldest);
      return result;
    },
  };
}

/** The media type, by the first bytes: the name of a file in a set may be wrong. Browsers show no other type of the service. */
function pictureTypeOf([a, b, c, d]: Uint8Array): Cover['type'] | null {
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'image/jpeg';
  return a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47 ? 'image/png' : null;
}
