import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../../config.ts';
import { Failure } from '../../../failure.ts';

/**
 * Creates a check that refuses requests which a browser sends for a page of another site. A client is identified by its
 * address, so such a page could otherwise change the jobs of every visitor. Pages of the service itself and of the origins
 * that the operator has listed by name pass; the wildcard of CORS_ORIGINS names no origin. Programs send no Origin and pass.
 */
export function createOriginCheck({ corsOrigins, publicUrl }: Pick<Config, 'corsOrigins' | 'publicUrl'>) {
  // A proxy may forward another Host than the one that the browser sees, which is PUBLIC_URL's.
  const trusted = new Set([...corsOrigins, new URL(publicUrl).origin].filter((origin) => origin !== '*'));
  return ({ origin, host }: IncomingHttpHeaders): void => {
    if (origin === undefined || trusted.has(origin) || isOriginOf(origin, host)) return;
    throw new Failure('request/foreign-origin');
  };
}

/** Whether the origin has this host. Its scheme may differ from ours: a proxy may accept https for the service. */
function isOriginOf(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const ours = `${protocol}//${host}`;
  // The URL drops the default port of the scheme, which clients may write in Host but never do in Origin.
  return ['http:', 'https:'].includes(protocol) && URL.canParse(ours) && new URL(ours).host === originHost;
}
