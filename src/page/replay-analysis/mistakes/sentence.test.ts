import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Evidence, outcomeOf, sideOf } from '../../../rendering/study-report/index.ts';
import { analysisDe } from '../words/de.ts';
import { analysisEn } from '../words/en.ts';
import { analysisEs } from '../words/es.ts';
import { analysisFr } from '../words/fr.ts';
import { analysisJa } from '../words/ja.ts';
import { sentenceOf } from './sentence.ts';

const languages = {
  en: analysisEn.mistakes,
  de: analysisDe.mistakes,
  es: analysisEs.mistakes,
  fr: analysisFr.mistakes,
  ja: analysisJa.mistakes,
};
const units = { circleRadius: 32, clockRate: 1 };

// The numbers of the sentences are written in the language of the page.
beforeAll(() => vi.stubGlobal('document', { documentElement: { lang: 'en' } }));
afterAll(() => vi.unstubAllGlobals());

const at = (mistake: Partial<Evidence> & Pick<Evidence, 'cause'>): Evidence => ({
  object: 511,
  part: 'circle',
  time: 1080,
  result: 'miss',
  ...mistake,
});

/** Every sentence that a cause and its evidence can have. */
const cases: readonly Evidence[] = [
  at({ cause: 'timing', result: 'ok', errorMs: 41.7 }),
  at({ cause: 'timing', result: 'meh', errorMs: -80.2 }),
  at({ cause: 'timing' }),
  ...[0, 180, 90, -90, undefined].map((direction) => at({ cause: 'aim', distancePx: 46, direction })),
  // Relax clicks for the player, so only the cursor can have been late.
  at({ cause: 'aim', distancePx: 20 }),
  at({ cause: 'aim', part: 'tick', distancePx: 90 }),
  at({ cause: 'no-press', cursor: { time: 1000, at: { x: 0, y: 0 } } }),
  at({ cause: 'no-press' }),
  at({ cause: 'missed-both', distancePx: 132 }),
  at({ cause: 'missed-both' }),
  at({ cause: 'note-lock', blockedBy: 510 }),
  at({ cause: 'note-lock' }),
  at({ cause: 'too-early', errorMs: -152 }),
  at({ cause: 'too-early' }),
  at({ cause: 'extra-press', blockedBy: 510 }),
  at({ cause: 'extra-press', errorMs: -95 }),
  at({ cause: 'extra-press' }),
  at({ cause: 'slider-left', part: 'tick', released: true, distancePx: 12 }),
  at({ cause: 'slider-left', part: 'tick', distancePx: 88.4 }),
  at({ cause: 'slider-left', part: 'tick' }),
  at({
    cause: 'slider-left',
    part: 'slider',
    released: true,
    distancePx: 12,
    cursor: { time: 1000, at: { x: 0, y: 0 } },
  }),
  at({ cause: 'slider-left', part: 'slider', distancePx: 88.4, cursor: { time: 1000, at: { x: 0, y: 0 } } }),
  at({ cause: 'slider-late-head', part: 'head', errorMs: 61 }),
  at({ cause: 'slider-late-head', part: 'head', errorMs: -61 }),
  at({ cause: 'slider-late-head', part: 'head' }),
  at({ cause: 'spinner-short', part: 'spinner', spins: { turns: 3, required: 5.5, rpm: 210.4 } }),
  at({ cause: 'spinner-short', part: 'spinner' }),
  at({ cause: 'unknown' }),
];

test('every mistake has one sentence in each language, listed in sentences.txt', async () => {
  const lists = Object.entries(languages).map(([language, words]) =>
    [`${language}:`, ...cases.map((mistake) => sentenceOf(mistake, units, words))].join('\n'),
  );
  await expect(`${lists.join('\n\n')}\n`).toMatchFileSnapshot('sentences.txt');
});

test.each(Object.entries(languages))(
  'in %s, no two cases have the same sentence, except those without evidence',
  (_, words) => {
    const said = cases.map((mistake) => sentenceOf(mistake, units, words)).filter((s) => s !== words.sentences.unknown);
    expect(new Set(said).size).toBe(said.length);
    for (const sentence of said) expect(sentence).toMatch(/^\S.*[.。]$/);
  },
);

test.each([
  [45, 'beyond'],
  [-45, 'beyond'],
  [46, 'right'],
  [134, 'right'],
  [-46, 'left'],
  [-134, 'left'],
  [135, 'short'],
  [-180, 'short'],
  [undefined, 'outside'],
] as const)('a cursor at %s degrees to the movement is %s', (direction, side) => {
  expect(sideOf(direction)).toBe(side);
});

test('with Double Time, an error is as long as it was for the player', () => {
  const mistake = at({ cause: 'timing', result: 'ok', errorMs: 60 });
  expect(sentenceOf(mistake, { ...units, clockRate: 1.5 }, analysisEn.mistakes)).toBe('You clicked 40 ms late: 100.');
});

test('a slider that was left when it ended is not said to be left before', () => {
  const released = (time: number) =>
    sentenceOf(
      at({ cause: 'slider-left', part: 'slider', released: true, cursor: { time, at: { x: 0, y: 0 } } }),
      { ...units, clockRate: 1.5 },
      analysisEn.mistakes,
    );
  expect(released(1080)).toBe('You released the key before the slider ended.');
  expect(released(1050)).toBe('You released the key 20 ms before the slider ended.');
});

test('a cursor just outside the circle is one pixel outside, never zero', () => {
  expect(sentenceOf(at({ cause: 'aim', distancePx: 32.2 }), units, analysisEn.mistakes)).toBe(
    'The cursor was 1 px outside the circle.',
  );
});

test.each([
  ['circle', 'ok', 'ok'],
  ['slider', 'meh', 'meh'],
  ['slider', 'miss', 'miss'],
  ['spinner', 'miss', 'miss'],
  ['tick', 'miss', 'break'],
  ['repeat', 'miss', 'break'],
  ['head', 'miss', 'break'],
  ['head', 'ok', 'ok'],
  ['end', 'miss', 'end'],
] as const)('a %s with %s is called %s', (part, result, outcome) => {
  expect(outcomeOf({ part, result })).toBe(outcome);
});
