import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { htmlOf } from '../../../src/page/build/markdown-html.ts';

const folders = ['.', 'docs', 'docs/adr', 'clients/typescript', 'migrations', 'test/fixtures/backups'];
const documents = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

test.each(documents)('the links of %s lead to files and headings that exist', (document) => {
  expect(linksOf(document).filter((link) => !exists(link, document))).toEqual([]);
});

test('a link to a missing file or heading is found', () => {
  expect(
    ['docs/http.md#keys', 'docs/http.md#no-such', 'docs/no-such.md'].filter((link) => !exists(link, 'README.md')),
  ).toEqual(['docs/http.md#no-such', 'docs/no-such.md']);
});

/** The links of a document to the repository, without its code. */
function linksOf(document: string): string[] {
  const text = readFileSync(document, 'utf8').replace(/```.*?```/gs, '');
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter(
    (link) => !/^https?:/.test(link),
  );
}

function exists(link: string, document: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(target)) return false;
  return heading === undefined || htmlOf(readFileSync(target, 'utf8')).includes(`id="${heading}"`);
}
