import { hash, randomBytes } from 'node:crypto';

/** The key of a client, or the token of a lent worker. The prefix lets tools that look for leaked secrets recognize it. */
type TokenPrefix = 'rpk_' | 'rpw_';

/** A new key or token as it is sent. */
export function newToken(prefix: TokenPrefix = 'rpk_'): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

export function isToken(text: string, prefix: TokenPrefix = 'rpk_'): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));
}

/**
 * The hash under which a key is stored and found. A slow hash with a salt protects passwords, which can be guessed. A key has
 * 256 random bits, so no one can try them all, and a fast hash costs every request only a microsecond. The index is searched
 * by the hash: how long that takes tells nothing about a key, because its hash cannot be chosen.
 */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The same hash as text, which takes half of the time. */
export function hashTextOfToken(token: string): string {
  return hash('sha256', token, 'base64');
}

/** A new secret for signatures, in the form of the Standard Webhooks convention. */
export function newCallbackSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A new public id. */
export function newPublicId(): string {
  return randomBytes(6).toString('hex');
}
