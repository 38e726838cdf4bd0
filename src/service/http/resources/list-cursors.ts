import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Database, sharedSecret } from '../../database/index.ts';
import type { JobPosition } from '../../jobs/index.ts';

/** Positions of a list as texts that clients send back. All processes read each other's. */
export interface ListCursors {
  /** Null for an empty text, which is the beginning; undefined for a text that no process has written. */
  read(text: string): Promise<JobPosition | null | undefined>;
  /** Only after a first `read`, which fetches the key. */
  write(position: JobPosition): string;
}

const positionBytes = 24;
const macBytes = 12;

/**
 * A cursor is a position, so it needs no memory and stays valid when its job is deleted. It is authenticated: clients cannot
 * rely on its content, which may then change.
 */
export function createListCursors({ db }: Pick<Database, 'db'>): ListCursors {
  let key: Buffer | null = null;

  function macOf(position: Buffer): Buffer {
    if (key === null) throw new Error('A cursor was written before one was read.');
    return createHmac('sha256', key).update(position).digest().subarray(0, macBytes);
  }

  return {
    async read(text) {
      key ??= await sharedSecret(db, 'list-cursors');
      if (text === '') return null;
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== positionBytes + macBytes || bytes.toString('base64url') !== text) return undefined;
      const position = bytes.subarray(0, positionBytes);
      if (!timingSafeEqual(bytes.subarray(positionBytes), macOf(position))) return undefined;
      const hex = position.toString('hex', 8);
      return {
        createdAtMicros: Number(position.readBigInt64BE()),
        id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      };
    },
    write({ createdAtMicros, id }) {
      const position = Buffer.alloc(positionBytes);
      position.writeBigInt64BE(BigInt(createdAtMicros));
      position.write(id.replaceAll('-', ''), 8, 'hex');
      return Buffer.concat([position, macOf(position)]).toString('base64url');
    },
  };
}
