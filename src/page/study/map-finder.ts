import { zipSync } from 'fflate';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import type { BeatmapInfo } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { findBeatmapByMd5, openArchive } from '../../game/archive/index.ts';
import { md5Hex } from '../../game/beatmap/index.ts';
import { getBytes, getJson } from '../api/request.ts';
import { linkTo } from '../link-to.ts';

/** Finds the maps of replays: in files of this device, else at the service. */
export interface MapFinder {
  /** Adds a set or a map; throws a `Failure` if it cannot be read. */
  addFile(file: File): Promise<void>;
  /** The bytes of the .osu file; null if neither has it. */
  find(md5: string, options: { readonly signal: AbortSignal }): Promise<Uint8Array | null>;
  /** The bytes of a set with the map, for the player. */
  findSet(md5: string, options: { readonly signal: AbortSignal }): Promise<Uint8Array>;
}

/** Replays of one map often follow each other. */
const maxKept = 32;

export function createMapFinder(): MapFinder {
  /** By MD5: the file of this device that contains the map. */
  const files = new Map<string, File>();
  const kept = new Map<string, Uint8Array>();

  async function read(md5: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const file = files.get(md5);
    return file === undefined ? fetchMap(md5, signal) : mapIn(file.name, await bytesOf(file), md5);
  }

  return {
    async addFile(file) {
      const bytes = await bytesOf(file);
      for (const md5 of isSet(file.name) ? md5sInSet(bytes) : [md5Hex(bytes)]) files.set(md5, file);
    },
    async find(md5, { signal }) {
      const osu = kept.get(md5) ?? (await read(md5, signal));
      if (osu === null) return null;
      kept.delete(md5);
      kept.set(md5, osu);
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return osu;
    },
    async findSet(md5, options) {
      const file = files.get(md5);
      if (file !== undefined && isSet(file.name)) return bytesOf(file);
      try {
        return await getBytes(linkTo(`/v1/beatmaps/${md5}`), options);
      } catch (error) {
        // A map of this device that the service does not have is played without its song.
        if (file === undefined || !(error instanceof RepriseError)) throw error;
        return zipSync({ 'map.osu': await bytesOf(file) });
      }
    },
  };
}

/** Whether a file can contain maps. */
export function isMapFile({ name }: Pick<File, 'name'>): boolean {
  return isSet(name) || /\.osu$/i.test(name);
}

function isSet(name: string): boolean {
  return /\.osz$/i.test(name);
}

function md5sInSet(bytes: Uint8Array): string[] {
  const archive = openArchive(bytes);
  return archive.entries
    .filter(({ name }) => /\.osu$/i.test(name))
    .flatMap(({ name }) => {
      const osu = readEntry(() => archive.read(name));
      return osu === null ? [] : [md5Hex(osu)];
    });
}

/** A broken map in a set must not hide the others. */
function readEntry(read: () => Uint8Array | null): Uint8Array | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function mapIn(name: string, bytes: Uint8Array, md5: string): Uint8Array | null {
  return isSet(name) ? (findBeatmapByMd5(openArchive(bytes), md5)?.bytes ?? null) : bytes;
}

/** Requests a map from the service, which does not download it for this. Waits if the service limits the requests. */
async function fetchMap(md5: string, signal: AbortSignal): Promise<Uint8Array | null> {
  for (;;) {
    try {
      const { osu } = await getJson<BeatmapInfo>(linkTo(`/v1/beatmaps/${encodeURIComponent(md5)}/info`), { signal });
      return osu === null ? null : new TextEncoder().encode(osu);
    } catch (error) {
      if (!(error instanceof RepriseError) || error.code !== 'limit/rate') throw error;
      const seconds = error.retryAfterSeconds ?? 5;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      signal.throwIfAborted();
    }
  }
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
