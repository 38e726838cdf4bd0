import type { Config } from '../../config.ts';

/**
 * What browsers are told with every answer, made once. Pages need nothing but this service and, for media, its
 * storage.
 */
export function securityHeaders({ storage, publicUrl }: Pick<Config, 'storage' | 'publicUrl'>): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(mediaOrigins(storage)),
    'cross-origin-opener-policy': 'same-origin',
    // Videos and thumbnails are made to be shown on other sites.
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${180 * 86_400}` } : {}),
  };
}

/** For a page that chats show in a frame, and on which there is nothing to be tricked into. */
export function frameable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = headers['content-security-policy'] ?? '';
  return { 'content-security-policy': policy.replace("frame-ancestors 'self'", 'frame-ancestors *') };
}

/** For the pages of the documentation, whose scripts write styles into them. */
export function withInlineStyles(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = headers['content-security-policy'] ?? '';
  return { 'content-security-policy': policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'") };
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

/** Artifacts are redirects into the storage, and a policy is asked again where a redirect leads. */
function mediaOrigins(storage: Config['storage']): string[] {
  if (storage.kind === 'local') return [];
  const endpoint = storage.publicEndpoint ?? storage.endpoint;
  if (endpoint === null) return [`https://${storage.bucket}.s3.${storage.region}.amazonaws.com`];
  const { protocol, host, origin } = new URL(endpoint);
  return storage.pathStyle ? [origin] : [`${protocol}//${storage.bucket}.${host}`];
}
