import { expect, test } from 'vitest';
import type { Mistake } from '../../../game/mistakes/index.ts';
import { markText } from './mark-text.ts';

const units = { target: { x: 100, y: 100 }, circleRadius: 30, rate: 1 };
const missed = { object: 0, part: 'circle', time: 2000, result: 'miss' } as const;
const cursorAt = (x: number, y: number) => ({ cursor: { time: 2000, at: { x, y } } });

test.each<[text: string, mistake: Omit<Mistake, keyof typeof missed>]>([
  ['42 ms late', { cause: 'timing', errorMs: 41.6 }],
  ['42 ms early', { cause: 'timing', errorMs: -42 }],
  ['timing', { cause: 'timing' }],
  ['250 ms too early', { cause: 'too-early', errorMs: -250 }],
  ['too early', { cause: 'too-early' }],
  ['14 px too far left', { cause: 'aim', distancePx: 44.2, ...cursorAt(60, 120) }],
  ['14 px too far right', { cause: 'aim', distancePx: 44.2, ...cursorAt(140, 80) }],
  ['14 px too high', { cause: 'aim', distancePx: 44.2, ...cursorAt(120, 60) }],
  ['14 px too low', { cause: 'aim', distancePx: 44.2, ...cursorAt(80, 140) }],
  ['1 px too far right', { cause: 'aim', distancePx: 30.2, ...cursorAt(130.2, 100) }],
  ['aim', { cause: 'aim', distancePx: 30, ...cursorAt(130, 100) }],
  ['aim', { cause: 'aim' }],
  ['no press', { cause: 'no-press', distancePx: 4, ...cursorAt(100, 104) }],
  ['no press, 60 px away', { cause: 'missed-both', distancePx: 90, ...cursorAt(190, 100) }],
  ['no press', { cause: 'missed-both' }],
  ['note lock', { cause: 'note-lock', errorMs: 3, blockedBy: 4 }],
  ['extra press, 90 ms early', { cause: 'extra-press', errorMs: -90 }],
  ['extra press', { cause: 'extra-press' }],
  ['key released', { cause: 'slider-left', distancePx: 20, released: true }],
  ['ball left by 80 px', { cause: 'slider-left', distancePx: 80.1, released: false }],
  ['ball left', { cause: 'slider-left' }],
  ['slider head 70 ms late', { cause: 'slider-late-head', errorMs: 70 }],
  ['slider head missed', { cause: 'slider-late-head' }],
  ['2.5 of 6 turns', { cause: 'spinner-short', spins: { turns: 2.9, required: 6, rpm: 200 } }],
  ['only 6 turns', { cause: 'spinner-short', spins: { turns: 6, required: 6, rpm: 300 } }],
  ['spinner', { cause: 'spinner-short' }],
  ['cause unknown', { cause: 'unknown' }],
])('%s', (text, mistake) => {
  expect(markText({ ...missed, ...mistake }, units)).toBe(text);
});

test('errors are in real milliseconds: 60 of the song are 40 with DT', () => {
  expect(markText({ ...missed, cause: 'timing', errorMs: 60 }, { ...units, rate: 1.5 })).toBe('40 ms late');
});
