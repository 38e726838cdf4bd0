import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ListedMistake } from './mistake-data.ts';
import { mistakesCsv, mistakesJson } from './mistakes-file.ts';

beforeAll(() => vi.stubGlobal('document', { documentElement: { lang: 'en' } }));
afterAll(() => vi.unstubAllGlobals());

const units = { circleRadius: 32, clockRate: 1 };

const mistakes: readonly ListedMistake[] = [
  {
    object: 7,
    part: 'circle',
    time: 1500,
    result: 'ok',
    cause: 'timing',
    errorMs: 41.6789,
    comboLost: 0,
    ppLost: 0.456,
  },
  { object: 9, part: 'spinner', time: 2500, result: 'miss', cause: 'unknown', comboLost: 12, ppLost: null },
];

test('the CSV has a line for each mistake, with quotes where a sentence has commas', () => {
  const [head, ...lines] = mistakesCsv(
    [...mistakes, { ...mistakes[0]!, cause: 'no-press', cursor: { time: 1500, at: { x: 0, y: 0 } } }],
    units,
  ).split('\r\n');
  expect(head).toBe(
    'song_ms,object,part,result,cause,error_ms,distance_px,direction,blocked_by,combo_lost,pp_lost,sentence',
  );
  expect(lines).toEqual([
    '1500,7,circle,ok,timing,41.68,,,,0,0.46,You clicked 42 ms late: 100.',
    '2500,9,spinner,miss,unknown,,,,,12,,The cause could not be found.',
    '1500,7,circle,ok,no-press,41.68,,,,0,0.46,"The cursor was on the object, but no key was pressed."',
  ]);
});

test('the JSON has the same values', () => {
  const rows = JSON.parse(mistakesJson(mistakes, units)) as Record<string, unknown>[];
  expect(rows[0]).toMatchObject({ song_ms: 1500, error_ms: 41.68, sentence: 'You clicked 42 ms late: 100.' });
  expect(rows[1]).toMatchObject({ cause: 'unknown', error_ms: null, pp_lost: null });
});
