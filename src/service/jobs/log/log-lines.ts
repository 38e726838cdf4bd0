import { text } from 'node:stream/consumers';
import type { Storage } from '../../storage/index.ts';

/** A log of this length gets no more lines. */
export const maxLogLength = 256 * 1024;
const maxLineLength = 500;
const storeTimeoutMs = 10_000;

/** Adds a line to a log that no worker has open. Throws when storage is slow: another process may write the log then. */
export async function addLine(
  storage: Pick<Storage, 'get' | 'put'>,
  { key, message, signal: leaseSignal }: { key: string; message: string; signal: AbortSignal },
): Promise<void> {
  const signal = AbortSignal.any([leaseSignal, AbortSignal.timeout(storeTimeoutMs)]);
  const written = await readLog(storage, key, signal);
  if (written.length < maxLogLength)
    await storage.put(key, Buffer.from(written + lineOf(message, new Date())), { signal });
}

export async function readLog(storage: Pick<Storage, 'get'>, key: string, signal?: AbortSignal): Promise<string> {
  const object = await storage.get(key, { signal });
  return object === null ? '' : text(object.stream);
}

export function lineOf(message: string, at: Date): string {
  const time = at.toISOString().slice(0, 19).replace('T', ' ');
  // Names in replays and maps may contain line breaks.
  return `${time}  ${message.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxLineLength)}\n`;
}
