import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failures } from '../../failure.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { type Language, languages } from './index.ts';
import { ja } from './ja.ts';
import { type Text, type Translation, textsByPath, withEnglish } from './translation.ts';

/** Codes that the page never gets or that only the administration gets, and those for which it shows the operator's text. */
const withoutWords = [
  /^(admin|backup|blocked|config|idempotency|installation|worker)\//,
  /^callback\/(not-configured|out-of-time|repeated|unsigned)$/,
  /^database\/(cannot-start|in-use|migrations-differ)$/,
  /^key\/(name-taken|not-found|user-invalid)$/,
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
  ['Spanish', withEnglish(es)],
  ['French', withEnglish(fr)],
  ['Japanese', withEnglish(ja)],
])('in %s', (_, words) => {
  test.each(withWords)('%s says what happened and what to do next', (code) => {
    const [message, advice] = words.failures[code as keyof typeof words.failures] ?? ['', ''];
    expect(message).toMatch(/^\S.*[.?。]$/);
    expect(advice).toMatch(/^\S.*[.?。]$/);
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

const english = textsByPath(en);
const translations: Readonly<Record<Exclude<Language, 'en'>, Translation>> = { de, es, fr, ja };

test('missing-texts.txt lists the texts that each language has in English only', async () => {
  const lists = Object.entries(translations).map(([language, translation]) => {
    const own = textsByPath(translation);
    const missing = [...english.keys()].filter((path) => !own.has(path));
    return [`${languages[language as Language]}: ${missing.length} of ${english.size} missing`, ...missing].join('\n');
  });
  await expect(`${lists.join('\n\n')}\n`).toMatchFileSnapshot('missing-texts.txt');
});

describe.each(Object.entries(translations))('in %s', (_, translation) => {
  test('every text has the values of the English one', () => {
    const wrong = [...textsByPath(translation)].filter(
      ([path, text]) => valuesIn(text).join() !== valuesIn(english.get(path)).join(),
    );
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  test('a missing text is the English one, and a present text is not', () => {
    const shown = textsByPath(withEnglish(translation));
    const own = textsByPath(translation);
    expect([...shown.keys()]).toEqual([...english.keys()]);
    for (const [path, text] of shown) expect(text).toBe(own.get(path) ?? english.get(path));
  });
});

test.each([
  ['German', de, / […%]|"/],
  ['Spanish', es, / %|"/],
  ['French', fr, / [:;?!%»]|« |['"]/],
  ['Japanese', ja, /[ぁ-んァ-ヶ一-龠][:;?!]/],
])('the signs in %s texts are those of the language, without spaces where a line must not break', (_, own, wrong) => {
  const found = [...textsByPath(own)].filter(([, text]) => wrong.test(shownBy(text)));
  expect(found.map(([path]) => path)).toEqual([]);
});

function shownBy(text: Text | undefined): string {
  return typeof text === 'function' ? text(...([71, 72, 73] as never[])) : String(text);
}

/** The values that a text shows: numbers it was given, and placeholders such as {seconds}. */
function valuesIn(text: Text | undefined): string[] {
  const shown = shownBy(text);
  return (shown.match(typeof text === 'function' ? /7[123]|\{\w+\}/g : /\{\w+\}/g) ?? []).sort();
}
