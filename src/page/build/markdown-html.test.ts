import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentNames } from '../../contract/page-paths/index.ts';
import { htmlOf } from './markdown-html.ts';

test.each([
  [
    'a heading with the id that GitHub gives it',
    '## The *title*, `here`',
    '<h2 id="the-title-here">The <em>title</em>, <code>here</code></h2>\n',
  ],
  ['a link to another document', '[forms](http.md#forms)', '<p><a href="http#forms">forms</a></p>\n'],
  ['a link to a file of the repository as plain text', '[ADR](adr/0001.md)', '<p>ADR</p>\n'],
  ['HTML as text', '<b onclick="x">', '&lt;b onclick=&quot;x&quot;&gt;'],
  ['a script as text', 'a <script>x</script>', '<p>a &lt;script&gt;x&lt;/script&gt;</p>\n'],
  [
    'code that scrolls',
    '```sh\n# <no> heading\n```',
    '<div class="scrollable" tabindex="0"><pre># &lt;no&gt; heading</pre></div>\n',
  ],
])('renders %s', (_, source, html) => {
  expect(htmlOf(source)).toBe(html);
});

test('a table without headings has no head, and a bar inside code does not split a cell', () => {
  const html = htmlOf('| | |\n|---|---|\n| `x\\|y` | 2 |');
  expect(html).not.toContain('<thead>');
  expect(html).toContain('<td><code>x|y</code></td>');
});

const allDocuments = readdirSync('docs').filter((name) => name.endsWith('.md'));

// Markdown drops surplus cells silently, for example after a bar inside code that is not escaped.
test.each(allDocuments)('every row of a table in docs/%s has as many cells as its head', (name) => {
  const tables = readFileSync(`docs/${name}`, 'utf8').match(/(?:^\|.*\n?)+/gm) ?? [];
  for (const table of tables) {
    const cells = table
      .trim()
      .split('\n')
      .map((row) => row.replaceAll('\\|', '').split('|').length);
    expect(new Set(cells).size, table).toBe(1);
  }
});

describe.each(documentNames)('docs/%s.md', (name) => {
  const html = htmlOf(readFileSync(`docs/${name}.md`, 'utf8'));

  test('starts with its title', () => {
    expect(html).toMatch(/^<h1 id="[a-z0-9-]+">/);
  });

  test('links only to headings that exist', () => {
    for (const [, target = '', id = ''] of html.matchAll(/href="([a-z]+)#([^"]+)"/g)) {
      expect(htmlOf(readFileSync(`docs/${target}.md`, 'utf8'))).toContain(`id="${id}"`);
    }
    for (const [, id = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`);
  });
});
