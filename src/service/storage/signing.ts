import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed link of the embedded storage grants: one object, until a second, under a name. */
export interface Grant {
  key: string;
  /** Unix seconds; the link works up to and including this one. */
  expires: number;
  downloadAs?: string;
}

export type Verdict = 'good' | 'forged' | 'expired';

/** The signature of a grant; the same for the same grant and signing key. */
export function sign(grant: Grant, signingKey: Uint8Array): string {
  return createHmac('sha256', signingKey).update(canonical(grant)).digest('base64url');
}

/** Forged is asked before expired, so that nothing is learnt about a link without a signature. */
export function verify(grant: Grant, signature: string, { signingKey, now }: Verifier): Verdict {
  const expected = Buffer.from(sign(grant, signingKey));
  const found = Buffer.from(signature);
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) return 'forged';
  return Math.floor(now.getTime() / 1000) <= grant.expires ? 'good' : 'expired';
}

interface Verifier {
  signingKey: Uint8Array;
  now: Date;
}

/** The path and query of a link to a grant. */
export function linkTo(grant: Grant, signingKey: Uint8Array): string {
  const path = grant.key.split('/').map(encodeURIComponent).join('/');
  const query = new URLSearchParams({ expires: String(grant.expires) });
  if (grant.downloadAs !== undefined) query.set('as', grant.downloadAs);
  query.set('signature', sign(grant, signingKey));
  return `/storage/${path}?${query}`;
}

// JSON keeps the fields apart: no key and name can be shifted into one another and keep the signature. The first
// field keeps this use of the signing key apart from any later one.
function canonical({ key, expires, downloadAs }: Grant): string {
  return JSON.stringify(['reprise storage link 1', key, expires, downloadAs ?? null]);
}
