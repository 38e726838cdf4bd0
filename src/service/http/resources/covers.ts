import { limitConcurrency } from '../../../limit-concurrency.ts';
import type { Beatmaps, MapFiles } from '../../beatmaps/index.ts';
import type { ResizeCover } from '../../previews/index.ts';
import type { MapReader } from './map-reader.ts';

/** Pictures and titles of maps, for cards. */
export interface Covers {
  /** The picture as it is in the set; null if there is none that browsers show. */
  original(beatmapMd5: string): Promise<Cover | null>;
  /** The picture in the size of a card; the original while too many others are being resized. */
  small(beatmapMd5: string): Promise<Cover | null>;
  /** Which of these maps have a picture. The sets of new maps are opened for it, once an hour. */
  available(beatmapMd5s: readonly string[]): Promise<readonly string[]>;
  /** The titles of those of these maps that the service has, by their MD5. Known as long as their pictures. */
  titles(beatmapMd5s: readonly string[]): Promise<Readonly<Record<string, string>>>;
}

export interface Cover {
  readonly bytes: Uint8Array;
  readonly type: 'image/jpeg' | 'image/png';
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
  /** By MD5; null for a map without a picture that can be shown. */
  const small = createKept<Cover | null>(maxKept, now);
  const known = createKept<KnownMap>(maxKnown, now);

  async function original(md5: string): Promise<Cover | null> {
    return coverOf(await maps.read(md5));
  }

  async function makeSmall(md5: string): Promise<Cover | null> {
    const map = await maps.read(md5);
    // It may be there at the next request.
    if (map === null) small.drop(md5);
    if (map?.background == null || pictureTypeOf(map.background) === null) return null;
    const bytes = await resize(map.background);
    if (bytes !== 'busy') return bytes && { bytes, type: 'image/jpeg' };
    small.drop(md5);
    return original(md5);
  }

  async function look(md5: string): Promise<KnownMap> {
    const isLocal = (await beatmaps.findLocal(md5)) !== null;
    if (!isLocal) known.drop(md5);
    const map = isLocal ? await maps.read(md5) : null;
    return { hasCover: coverOf(map) !== null, title: map?.title ?? null };
  }

  const knownMap = (md5: string) =>
    known.get(md5) ??
    known.set(
      md5,
      limit(() => look(md5)),
    );

  async function hasCover(md5: string): Promise<boolean> {
    const cover = small.get(md5);
    return cover === undefined ? (await knownMap(md5)).hasCover : (await cover) !== null;
  }

  return {
    original,
    async small(beatmapMd5) {
      const md5 = beatmapMd5.toLowerCase();
      return small.get(md5) ?? small.set(md5, makeSmall(md5));
    },
    async available(beatmapMd5s) {
      const found = await Promise.all(beatmapMd5s.map(async (md5) => ((await hasCover(md5)) ? [md5] : [])));
      return found.flat();
    },
    async titles(beatmapMd5s) {
      const found = await Promise.all(beatmapMd5s.map(async (md5) => [md5, (await knownMap(md5)).title] as const));
      return Object.fromEntries(found.flatMap(([md5, title]) => (title === null ? [] : [[md5, title]])));
    },
  };
}

interface KnownMap {
  readonly hasCover: boolean;
  readonly title: string | null;
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
