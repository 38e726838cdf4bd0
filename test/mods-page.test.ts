import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lazerMods, unshownModNotes, requireSupportedMods } from '../src/game/mods/index.ts';

const page = readFileSync(new URL('../docs/mods.md', import.meta.url), 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, mods, says] = line.match(/^\| ([A-Z0-9]{2,3}(?:, [A-Z0-9]{2,3})*) \| (.*) \|$/) ?? [];
  return (mods ?? '').split(', ').flatMap((mod): [string, string][] => (mod === '' ? [] : [[mod, says!]]));
});

test("the page has a row for each of lazer's mods, once", () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(new Set(rows.map(([mod]) => mod)).size).toBe(rows.length);
});

test.each(rows)('of %s it says what is done', (acronym, says) => {
  const mods = lazerMods([{ acronym, settings: {} }]);
  if (says.startsWith('refused')) expect(() => requireSupportedMods(mods)).toThrow(`${acronym} cannot be replayed`);
  else expect(() => requireSupportedMods(mods)).not.toThrow();
  expect(unshownModNotes(mods)).toHaveLength(says.includes('left out') ? 1 : 0);
});
