import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/rules.md'), 'utf8');
const rules = new Set(matches(page, /^\| ([A-Z]{2}\d+) \|/gm));

/** Rules that tests name in their titles, in square brackets. */
const shown = new Set(
  ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) => matches(readFileSync(join(root, folder, name), 'utf8'), /\[([A-Z]{2}\d+)\]/g)),
  ),
);

test('every rule of docs/rules.md is shown by a test that names it', () => {
  expect(rules.size).toBeGreaterThan(50);
  expect([...rules].filter((rule) => !shown.has(rule))).toEqual([]);
});

test('every rule that a test names is in docs/rules.md, once', () => {
  expect([...shown].filter((rule) => !rules.has(rule))).toEqual([]);
  expect(matches(page, /^\| ([A-Z]{2}\d+) \|/gm)).toHaveLength(rules.size);
});

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, id]) => id!);
}
