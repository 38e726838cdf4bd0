import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lazerMods, requireSupportedMods } from '../../../src/game/mods/index.ts';

const page = readFileSync(new URL('../../../docs/mods.md', import.meta.url), 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, mods = '', effect = ''] = line.match(/^\| ([A-Z0-9]{2,3}(?:, [A-Z0-9]{2,3})*) \| (.*) \|$/) ?? [];
  return mods.split(', ').flatMap((mod): [string, string][] => (mod === '' ? [] : [[mod, effect]]));
});

test('docs/mods.md lists each mod once', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(new Set(rows.map(([mod]) => mod)).size).toBe(rows.length);
});

test.each(rows)('docs/mods.md describes %s correctly', (acronym, effect) => {
  // The seed that lazer stores for mods that place objects at random.
  const mods = lazerMods([{ acronym, settings: { seed: 1 } }]);
  if (effect.startsWith('refused'))
    expect(() => requireSupportedMods(mods)).toThrow(`The mod ${acronym} is not supported`);
  else expect(() => requireSupportedMods(mods)).not.toThrow();
});
