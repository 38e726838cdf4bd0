import fastify from 'fastify';

// The package's own page has an inline script and loads fonts from another host; this page has neither. Its addresses are
// relative, because a proxy may offer the service below any path.

export const referencePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Reprise API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <script src="redoc/reference.js"></script>
    <script src="redoc/start.js"></script>
  </body>
</html>
`;

export const referenceStart = `Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  // The button leads to a service outside and tells it the address of this one.
  hideClientButton: true,
  defaultOpenAllTags: true,
});
`;

let script: Promise<string> | undefined;

/**
 * The package offers its four megabytes of browser code only through its Fastify plugin, so a temporary app serves it once.
 * This happens when the page is first opened: at startup it would cost every process a tenth of a second.
 */
export function readReferenceScript(): Promise<string> {
  script ??= loadReferenceScript();
  return script;
}

async function loadReferenceScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(plugin, { routePrefix: '/reference', configuration: { url: '/api/openapi.json' } });
  const { body } = await app.inject('/reference/js/scalar.js');
  await app.close();
  return body;
}
