import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';

export type SecurityHeaders = Readonly<Record<string, string>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Replace the usual security headers. */
    securityHeaders?: SecurityHeaders;
  }
}

/** Adds the security headers to every response but a 304: the client has them already, with the content. */
export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onSend', ({ routeOptions }, reply, payload, done) => {
    if (reply.statusCode !== 304) reply.headers(routeOptions.config?.securityHeaders ?? headers);
    done(null, payload);
  });
}

/** The usual security headers. Pages load everything from this service, except media from its storage. */
export function securityHeaders({ storage, publicUrl }: Pick<Config, 'storage' | 'publicUrl'>): SecurityHeaders {
  return {
    'content-security-policy': contentSecurityPolicy(mediaOrigins(storage)),
    'cross-origin-opener-policy': 'same-origin',
    // Other sites may embed videos and thumbnails.
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${180 * 86_400}` } : {}),
  };
}

/** The headers of a page that pages of these origins may show in a frame. */
export function frameable(headers: SecurityHeaders, origins: readonly string[]): SecurityHeaders {
  const { 'x-frame-options': _, ...others } = headers;
  return withPolicy(others, "frame-ancestors 'self'", ["frame-ancestors 'self'", ...origins].join(' '));
}

/** The headers of the API documentation, whose scripts insert inline styles. */
export function withInlineStyles(headers: SecurityHeaders): SecurityHeaders {
  return withPolicy(headers, "style-src 'self'", "style-src 'self' 'unsafe-inline'");
}

function withPolicy(headers: SecurityHeaders, directive: string, replacement: string): SecurityHeaders {
  const policy = headers['content-security-policy'] ?? '';
  return { ...headers, 'content-security-policy': policy.replace(directive, replacement) };
}

function contentSecurityPolicy(mediaHosts: readonly string[]): string {
  const media = ["'self'", ...mediaHosts];
  return Object.entries({
    'default-src': ["'self'"],
    'base-uri': ["'self'"],
    'font-src': ["'self'", 'data:'],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    'img-src': [...media, 'data:', 'blob:'],
    'media-src': [...media, 'blob:'],
    'object-src': ["'none'"],
    // The live player's compositor is WebAssembly.
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** The origins of storage: artifacts redirect there, and the policy also applies to the target of a redirect. */
function mediaOrigins(storage: Config['storage']): string[] {
  if (storage.kind === 'local') return [];
  const endpoint = storage.publicEndpoint ?? storage.endpoint;
  if (endpoint === null) return [`https://${storage.bucket}.s3.${storage.region}.amazonaws.com`];
  const { protocol, host, origin } = new URL(endpoint);
  return storage.pathStyle ? [origin] : [`${protocol}//${storage.bucket}.${host}`];
}
