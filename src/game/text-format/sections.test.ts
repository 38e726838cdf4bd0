import { expect, test } from 'vitest';
import { splitSections } from './sections.ts';

const limits = { maxLines: 5, maxLineChars: 8, failureCode: 'storyboard/too-large' } as const;
const linesOf = (text: string, section: string) => [...(splitSections(text, limits).lines.get(section) ?? [])];

test.each([
  ['LF', '[A]\na\n\nb'],
  ['CR LF', '[A]\r\na\r\n\r\nb'],
  ['CR', '[A]\ra\r\rb'],
  ['CR and LF mixed', '[A]\ra\n\rb'],
])('lines may end with %s', (_, text) => {
  expect(linesOf(text, 'a')).toEqual([
    { number: 2, text: 'a' },
    { number: 4, text: 'b' },
  ]);
});

test.each([
  ['a blank line', '  \t'],
  ['a line of other white space', '\u3000\u00a0'],
  ['a comment', '//x'],
  ['an indented comment', '  //x'],
])('%s is left out', (_, line) => {
  expect(linesOf(`[A]\n${line}\nb`, 'a')).toEqual([{ number: 3, text: 'b' }]);
});

test('indentation is kept, trailing spaces and comments are not', () => {
  expect(linesOf('[A]\n  b \n_c // d', 'a').map(({ text }) => text)).toEqual(['  b', '_c']);
});

test('metadata may contain two slashes', () => {
  const { lines } = splitSections('[Metadata]\na // b', { ...limits, maxLineChars: 10 });
  expect([...lines.get('metadata')!]).toEqual([{ number: 2, text: 'a // b' }]);
});

test('sections of the same name are joined, and their lines counted', () => {
  const { lines } = splitSections('[A]\nb\n[C]\n [a] \nd', limits);
  expect([...lines.get('a')!].map(({ text }) => text)).toEqual(['b', 'd']);
  expect(lines.get('a')!.length).toBe(2);
  expect(lines.get('c')!.length).toBe(0);
});

test.each([
  ['5 lines', '\r\n'.repeat(4), 'accepted'],
  ['6 lines', '\r\n'.repeat(5), 'The file has more than 5 lines.'],
  ['a line of 8 characters', '12345678\n', 'accepted'],
  ['a line of 9 characters', '\n123456789', 'A line has 9 characters; the limit is 8.'],
])('a file with %s is judged by its limits', (_, text, verdict) => {
  const split = () => splitSections(text, limits);
  if (verdict === 'accepted') split();
  else expect(split).toThrow(verdict);
});
