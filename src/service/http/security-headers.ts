import type { Config } from '../../config.ts';

/** The security headers of every response. Pages load everything from this service, except media from its storage. */
export function securityHeaders({ storage, publicUrl }: Pick<Config, 'storage' | 'publicUrl'>): Record<string, string> {
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

/** The changed headers of a page that pages of these origins may show in a frame. */
export function frameable(
  headers: Readonly<Record<string, string>>,
  origins: readonly string[],
): Record<string, string> {
  const policy = headers['content-security-policy'] ?? '';
  return {
    'content-security-policy': policy.replace(
      "frame-ancestors 'self'",
      ["frame-ancestors 'self'", ...origins].join(' '),
    ),
  };
}

/** The changed headers of the API documentation, whose scripts insert inline styles. */
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

/** The origins of storage: artifacts redirect there, and the policy also applies to the target of a redirect. */
function mediaOrigins(storage: Config['storage']): string[] {
  if (storage.kind === 'local') return [];
  const endpoint = storage.publicEndpoint ?? storage.endpoint;
  if (endpoint === null) return [`https://${storage.bucket}.s3.${storage.region}.amazonaws.com`];
  const { protocol, host, origin } = new URL(endpoint);
  return storage.pathStyle ? [origin] : [`${protocol}//${storage.bucket}.${host}`];
}
