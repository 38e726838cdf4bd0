import { readFileSync } from 'node:fs';

/** The version in package.json, which stands beside src/ and dist/ alike. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(version);
}
