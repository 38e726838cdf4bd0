import { expect, test } from 'vitest';
import { helpOf, valueText } from './setting-words.ts';

test.each([
  ['moments', 'Off'],
  ['preview', 'Off'],
  ['target_size_mb', 'No limit'],
  ['intro_dim', 'Default'],
] as const)('without a value, %s is shown as %s', (name, text) => {
  expect(valueText(name, null)).toBe(text);
});

test.each([
  ['1080p', '1080p'],
  ['4k', '4K'],
])('the resolution %s is shown as %s', (value, text) => {
  expect(valueText('resolution', value)).toBe(text);
});

test('the explanation of the moments names no settings or words of the API', () => {
  expect(helpOf('moments')).not.toMatch(/_|\(hardest\)/);
});
