import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseMarkdown, type Span } from './markdown.ts';

const text = (value: string): Span => ({ kind: 'text', text: value });

test('headings, paragraphs, lists, tables and code are told apart', () => {
  const source = [
    '# The *title*, `here`',
    'One line',
    'and another.',
    '',
    '- first',
    '  goes on',
    '- second',
    '',
    '1. one',
    '',
    '| a | b |',
    '|---|---|',
    '| `x|y` | 2 |',
    '',
    '```sh',
    '# no heading',
    '',
    '```',
    'End.',
  ].join('\n');
  expect(parseMarkdown(source)).toEqual([
    {
      kind: 'heading',
      level: 1,
      id: 'the-title-here',
      text: [text('The '), { kind: 'emphasis', text: 'title' }, text(', '), { kind: 'code', text: 'here' }],
    },
    { kind: 'paragraph', text: [text('One line and another.')] },
    { kind: 'list', ordered: false, items: [[text('first goes on')], [text('second')]] },
    { kind: 'list', ordered: true, items: [[text('one')]] },
    {
      kind: 'table',
      head: [[text('a')], [text('b')]],
      rows: [[[{ kind: 'code', text: 'x|y' }], [text('2')]]],
    },
    { kind: 'code', text: '# no heading\n' },
    { kind: 'paragraph', text: [text('End.')] },
  ]);
});

test.each([
  ['a [link](http.md#forms).', [text('a '), { kind: 'link', text: 'link', to: 'http.md#forms' }, text('.')]],
  ['**Bounds.** Few', [{ kind: 'strong', text: 'Bounds.' }, text(' Few')]],
  ['2 * 3 * 4', [text('2 * 3 * 4')]],
  ['<b onclick="x">', [text('<b onclick="x">')]],
])('%s', (source, spans) => {
  expect(parseMarkdown(source)).toEqual([{ kind: 'paragraph', text: spans }]);
});

describe('our own documents', () => {
  const names = readdirSync('docs').filter((name) => name.endsWith('.md'));

  test.each(names)('%s is read whole, and its tables are even', (name) => {
    const blocks = parseMarkdown(readFileSync(`docs/${name}`, 'utf8'));
    expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 });
    for (const block of blocks) {
      if (block.kind !== 'table') continue;
      for (const row of block.rows) expect(row.length, JSON.stringify(row)).toBe(block.head.length);
    }
  });
});
