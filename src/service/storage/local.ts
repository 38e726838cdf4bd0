import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { requireFreeSpace } from '../../disk-full.ts';
import { createOwnedName } from '../temp-folder/index.ts';
import { assertFolder, assertKey } from './key.ts';
import { incomingFolder, removeLeftovers } from './leftovers.ts';
import { asStorageFailure } from './local-errors.ts';
import {
  linkAtomically,
  listObjects,
  type OpenObject,
  openObject,
  statObject,
  writeAndRead,
  writeAtomically,
} from './local-objects.ts';
import { type LinkGrant, linkTo, readLink } from './signed-links.ts';
import type { Storage } from './storage.ts';

/** Storage in plain files, plus what the route that serves its signed links needs. */
export interface LocalStorage extends Storage {
  readonly kind: 'local';
  /** Returns what a signed link permits; throws if it is forged or has expired. */
  readLink(link: string): LinkGrant;
  /** Returns null if the object does not exist. The caller reads its stream to the end or closes it. */
  open(key: string): Promise<OpenObject | null>;
}

export interface LocalStorageOptions {
  /** The root folder: the key `skins/Name.osk` is a path relative to it. */
  readonly folder: string;
  /** Signs the links; random, created once, stored in the database. */
  readonly signingKey: Uint8Array;
  readonly now?: () => Date;
}

/** Opens the storage, creates its folder and removes incomplete files of killed processes. */
export async function createLocalStorage(options: LocalStorageOptions): Promise<LocalStorage> {
  const { folder, signingKey, now = () => new Date() } = options;
  const incoming = join(folder, incomingFolder);
  const newIncoming = () => join(incoming, createOwnedName());
  const pathOf = (key: string) => {
    assertKey(key);
    return join(folder, ...key.split('/'));
  };
  const open = (key: string) => explained(() => openObject(key, pathOf(key)));

  await explained(async () => {
    await mkdir(incoming, { recursive: true });
    await removeLeftovers(incoming, now());
  });

  return {
    kind: 'local',
    open,

    put: (key, body, putOptions) =>
      explained(() => writeAtomically({ path: pathOf(key), temporary: newIncoming(), body, ...putOptions })),

    putFile: (key, from, { signal } = {}) =>
      explained(() =>
        writeAtomically({ path: pathOf(key), temporary: newIncoming(), body: createReadStream(from), signal }),
      ),

    copy: (from, to) =>
      explained(() => linkAtomically({ from: pathOf(from), path: pathOf(to), temporary: newIncoming() })),

    async get(key, getOptions) {
      getOptions?.signal?.throwIfAborted();
      const object = await open(key);
      if (object === null) return null;
      const { read, close, ...info } = object;
      try {
        return { ...info, stream: read(getOptions) };
      } catch (error) {
        await close();
        throw error;
      }
    },

    stat: (key) => explained(() => statObject(key, pathOf(key))),

    async *list(prefix, listOptions = {}) {
      assertFolder(prefix);
      try {
        yield* listObjects(folder, prefix, listOptions);
      } catch (error) {
        throw asStorageFailure(error);
      }
    },

    delete: (key) => explained(() => rm(pathOf(key), { force: true })),

    async signedUrl(key, { expiresInSeconds, fileName, isDownload }) {
      assertKey(key);
      const expires = Math.floor(now().getTime() / 1000) + expiresInSeconds;
      return linkTo({ key, expires, fileName, isDownload }, signingKey);
    },

    readLink: (link) => readLink(link, { signingKey, now: now() }),

    check: () =>
      explained(async () => {
        await writeAndRead(newIncoming());
        await requireFreeSpace(folder);
      }),

    async close() {},
  };
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageFailure(error);
  }
}
