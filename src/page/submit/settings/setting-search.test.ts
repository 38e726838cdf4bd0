import { expect, test } from 'vitest';
import { matchesSearch } from './setting-search.ts';

const texts = ['Größe der Spur', 'Size of the trail relative to the cursor.', 'trail_scale'];

test.each([
  '',
  '  ',
  'spur',
  'GRÖSSE'.replace('SS', 'ß'),
  'grosse'.replace('ss', 'ß'),
  'groß',
  'trail_scale',
  'trail scale',
  'cursor spur',
])('%j finds a setting by its name, its help or its API key', (search) => {
  expect(matchesSearch(search, texts)).toBe(true);
});

test.each(['volume', 'trail volume', 'trailscale'])('%j does not', (search) => {
  expect(matchesSearch(search, texts)).toBe(false);
});
