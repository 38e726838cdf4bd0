import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failures } from '../../failure.ts';
import { de } from './de.ts';
import { en } from './en.ts';

const notOnThePage = [
  /^(backup|config|installation)\//,
  /^callback\/(not-configured|out-of-time|repeated|unsigned)$/,
  /^database\/(cannot-start|in-use|migrations-differ)$/,
  /^service\/cannot-start$/,
];
const onThePage = Object.keys(failures).filter((code) => !notOnThePage.some((rule) => rule.test(code)));

/** What the interface answers with, as its routes document it. */
function documentedCodes(): string[] {
  const folder = 'src/service/http/routes';
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'completion.ts');
  return sources.flatMap((name) => {
    const calls = readFileSync(join(folder, name), 'utf8').matchAll(/errorAnswers\(([^)]*)\)/g);
    return [...calls].flatMap(([, codes = '']) => [...codes.matchAll(/'([^']+)'/g)].map(([, code]) => code!));
  });
}

describe.each([
  ['English', en],
  ['German', de],
] as const)('in %s', (_, words) => {
  test.each(onThePage)('%s says what happened and what to do next', (code) => {
    const [says, next] = words.failures[code as keyof typeof words.failures] ?? ['', ''];
    expect(says).toMatch(/^\S.*[.?]$/);
    expect(next).toMatch(/^\S.*[.?]$/);
  });

  test('everything the page is answered has words', () => {
    const codes = documentedCodes();
    expect(codes.length).toBeGreaterThan(40);
    expect(codes.filter((code) => !(code in words.failures))).toEqual([]);
  });
});

test('no sentence is left in the other language', () => {
  const same = Object.keys(en.failures).filter((code) => {
    const key = code as keyof typeof en.failures;
    return en.failures[key].some((sentence) => (de.failures[key] as readonly string[]).includes(sentence));
  });
  expect(same).toEqual([]);
});
