import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/rules.md'), 'utf8');
const [rulesPart = '', citedPart = ''] = page.split('\n## Cited files\n');
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

/** The sources of each rule: the parts of its last cell, without the evidence tag. */
const sources = new Map(
  Array.from(rulesPart.matchAll(/^\| ([A-Z]{2}\d+) \| .+ \| ([^|]*) \|$/gm), ([, rule = '', cell = '']) => [
    rule,
    cell.replace(/ \[(?:V(?: \d+)?|C|L|1)\]$/, '').split('; '),
  ]),
);

test('every rule of docs/rules.md names its sources', () => {
  expect([...sources.keys()]).toEqual([...rules]);
  const source =
    /^(?:(?:osu|framework|dotnet|danser|rosu|wiki): \S+(?:, \S+)*|osu#\d+|(?:measured|ours|unsourced)(?:: .+)?)$/;
  expect(
    [...sources].flatMap(([rule, parts]) => parts.filter((part) => !source.test(part)).map((part) => [rule, part])),
  ).toEqual([]);
});

test('docs/rules.md lists exactly the files and threads that the rules cite, each file with its commit', () => {
  const cited = [...sources.values()].flat().flatMap((part) => {
    const [repository = '', names] = part.split(': ');
    if (repository.startsWith('osu#')) return [repository];
    if (names === undefined || ['measured', 'ours', 'unsourced'].includes(repository)) return [];
    return names.split(', ').map((name) => `${repository}: ${name}`);
  });
  const files = matches(citedPart, /^\| (\w+: \S+) \| [\w-]+\/[\w-]+\/\S+@[0-9a-f]{7,40} \|$/gm);
  const threads = matches(
    citedPart,
    /^\| \[(osu#(\d+))\]\(https:\/\/github\.com\/ppy\/osu\/(?:issues|pull)\/\2\) \| .+ \|$/gm,
  );
  expect([...files, ...threads].sort()).toEqual([...new Set(cited)].sort());
});

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, id]) => id!);
}
