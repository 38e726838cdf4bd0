import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
);

test('the page writes no address that starts at the root of the host', () => {
  const literals = sources.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\b(?:href|src)=\{?["'`]\/.*/g)].map(
      (m) => `${name}: ${m[0]}`,
    ),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(literals).toEqual([]);
});
