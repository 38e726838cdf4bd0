import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));

test.each(sources)('%s imports nothing from outside this folder, so the page loads no schemas', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, specifier]) => specifier);
  expect(imported.filter((specifier) => !specifier?.startsWith('./'))).toEqual([]);
});
