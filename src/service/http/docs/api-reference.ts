import fastify from 'fastify';

// The package's own page has an inline script and loads fonts from another host; this page has neither.

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
    <script src="/api/redoc/reference.js"></script>
    <script src="/api/redoc/start.js"></script>
  </body>
</html>
`;

export const referenceStart = `Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
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
