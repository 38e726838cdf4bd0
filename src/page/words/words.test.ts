import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failures } from '../../failure.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** Codes that the page never gets, and maintenance, for which it shows the operator's text. */
const withoutWords = [
  /^(backup|config|installation)\//,
  /^callback\/(not-configured|out-of-time|repeated|unsigned)$/,
  /^database\/(cannot-start|in-use|migrations-differ)$/,
  /^service\/(cannot-start|maintenance)$/,
];
const withWords = Object.keys(failures).filter((code) => !withoutWords.some((pattern) => pattern.test(code)));

/** The error codes that the routes of the API document. */
function documentedCodes(): string[] {
  const folder = 'src/service/http/routes';
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'completion.ts');
  return sources.flatMap((name) => {
    const calls = readFileSync(join(folder, name), 'utf8').matchAll(/errorSchemas\(([^)]*)\)/g);
    return [...calls].flatMap(([, codes = '']) => [...codes.matchAll(/'([^']+)'/g)].map(([, code = '']) => code));
  });
}

describe.each([
  ['English', en],
  ['German', de],
] as const)('in %s', (_, words) => {
  test.each(withWords)('%s says what happened and what to do next', (code) => {
    const [message, advice] = words.failures[code as keyof typeof words.failures] ?? ['', ''];
    expect(message).toMatch(/^\S.*[.?]$/);
    expect(advice).toMatch(/^\S.*[.?]$/);
  });

  test('every error code of the API has a text', () => {
    const codes = documentedCodes();
    expect(codes.length).toBeGreaterThan(40);
    expect(codes.filter((code) => !(code in words.failures))).toEqual([]);
  });
});

test('no text of a failure is the same in both languages', () => {
  const same = Object.keys(en.failures).filter((code) => {
    const key = code as keyof typeof en.failures;
    return en.failures[key].some((sentence) => (de.failures[key] as readonly string[]).includes(sentence));
  });
  expect(same).toEqual([]);
});
