// node generate.mjs DOCUMENT: checks an OpenAPI document with two linters, prints what they find as JSON lines, and generates
// three clients from it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTypescript, { astToString } from 'openapi-typescript';
import orval from 'orval';

const path = process.argv[2] ?? '';
const text = await readFile(path, 'utf8');

const config = await createConfig({ extends: ['recommended'] });
for (const { ruleId, message, location } of await lintFromString({
  source: text,
  absoluteRef: '/openapi.json',
  config,
})) {
  report('redocly', ruleId, message, location[0]?.pointer);
}

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
for (const { code, message, path: place } of await linter.run(JSON.parse(text))) {
  report('spectral', code, message, place.join('/'));
}

await mkdir('generated', { recursive: true });
await writeFile('generated/openapi-typescript.ts', astToString(await openapiTypescript(text)));
await createClient({
  input: path,
  output: 'generated/hey-api',
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
});
await orval.generate({
  input: path,
  output: {
    target: 'generated/orval.ts',
    client: 'fetch',
    override: { mutator: { path: 'orval-fetch.ts', name: 'orvalFetch' } },
  },
});

function report(...problem) {
  console.log(JSON.stringify(problem));
}
