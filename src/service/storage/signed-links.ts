import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../failure.ts';
import { encodeName } from './key.ts';

/** What a signed link of local storage permits: reading one object, until a time, under a file name. */
export interface LinkGrant {
  readonly key: string;
  /** Unix seconds; the link is valid up to and including this time. */
  readonly expires: number;
  readonly fileName?: string | undefined;
  readonly isDownload?: boolean | undefined;
}

/** The path and query of a signed link. */
export function linkTo(grant: LinkGrant, signingKey: Uint8Array): string {
  const text = unsignedLink(grant);
  return `${text}&signature=${sign(text, signingKey)}`;
}

/**
 * Returns what a link permits, or throws. The signature covers the text of the link, so no other spelling of the same grant
 * is valid. It is checked before the expiry: a forged link reveals nothing.
 */
export function readLink(link: string, { signingKey, now }: Verifier): LinkGrant {
  const [text = '', signature = '', ...others] = link.split('&signature=');
  const expected = Buffer.from(sign(text, signingKey));
  const found = Buffer.from(signature);
  const isSigned = found.length === expected.length && timingSafeEqual(found, expected);
  const grant = isSigned && others.length === 0 ? grantOf(text) : null;
  if (grant === null) throw new Failure('storage/link-invalid');
  if (Math.floor(now.getTime() / 1000) > grant.expires) throw new Failure('storage/link-expired');
  return grant;
}

interface Verifier {
  readonly signingKey: Uint8Array;
  readonly now: Date;
}

/** Escapes what proxies and clients would escape on the way, and nothing else: they must not change the text. */
function unsignedLink({ key, expires, fileName, isDownload = false }: LinkGrant): string {
  const path = encodeURI(key).replaceAll('#', '%23');
  const name = fileName === undefined ? '' : `&as=${encodeName(fileName)}`;
  return `/storage/${path}?expires=${expires}${name}${isDownload ? '&download' : ''}`;
}

const pattern = /^\/storage\/([^?]+)\?expires=(\d+)(?:&as=([^&]*))?(&download)?$/;

function grantOf(text: string): LinkGrant | null {
  const [, path, expires, name, download] = pattern.exec(text) ?? [];
  if (path === undefined) return null;
  return {
    key: decodeURIComponent(path),
    expires: Number(expires),
    fileName: name === undefined ? undefined : decodeURIComponent(name),
    isDownload: download !== undefined,
  };
}

/** The first line separates this use of the signing key from later ones. */
function sign(text: string, signingKey: Uint8Array): string {
  return createHmac('sha256', signingKey).update(`reprise storage link 2\n${text}`).digest('base64url');
}
