import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed link of local storage permits: reading one object, until a time, under a file name. */
export interface LinkGrant {
  key: string;
  /** Unix seconds; the link is valid up to and including this time. */
  expires: number;
  downloadAs?: string;
}

export type LinkCheck = 'good' | 'forged' | 'expired';

/** The signature of a grant; the same for the same grant and signing key. */
export function signLink(grant: LinkGrant, signingKey: Uint8Array): string {
  return createHmac('sha256', signingKey).update(canonical(grant)).digest('base64url');
}

/** Checks the signature before the expiry, so that an unsigned link reveals nothing. */
export function verifyLink(grant: LinkGrant, signature: string, { signingKey, now }: Verifier): LinkCheck {
  const expected = Buffer.from(signLink(grant, signingKey));
  const found = Buffer.from(signature);
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) return 'forged';
  return Math.floor(now.getTime() / 1000) <= grant.expires ? 'good' : 'expired';
}

interface Verifier {
  signingKey: Uint8Array;
  now: Date;
}

/** The path and query of a signed link. */
export function linkTo(grant: LinkGrant, signingKey: Uint8Array): string {
  const path = grant.key.split('/').map(encodeURIComponent).join('/');
  const query = new URLSearchParams({ expires: String(grant.expires) });
  if (grant.downloadAs !== undefined) query.set('as', grant.downloadAs);
  query.set('signature', signLink(grant, signingKey));
  return `/storage/${path}?${query}`;
}

// JSON separates the fields: characters cannot move between key and name and keep the signature. The first
// field separates this use of the signing key from later ones.
function canonical({ key, expires, downloadAs }: LinkGrant): string {
  return JSON.stringify(['reprise storage link 1', key, expires, downloadAs ?? null]);
}
