import { expect, test } from 'vitest';
import { modBit, playOf, type Row } from '../../../../test/support/plays.ts';
import type { SpinnerPlay } from '../play.ts';

/** 2,000 ms at OD 5: ten half turns are asked for. */
const map = { objects: ['256,192,1000,12,0,3000'] };

/** A frame every 17 ms, turning by so many radians a millisecond until a given time. */
function spin(speed: number, { until = 3000, keys = 1 } = {}): Row[] {
  const rows: Row[] = [];
  for (let t = 983; t <= 3010; t += 17) {
    const angle = Math.min(t, until) * speed;
    rows.push([t, 256 + 100 * Math.cos(angle), 192 + 100 * Math.sin(angle), keys]);
  }
  return rows;
}

const spinnerOf = (rows: readonly Row[], playing = {}) => playOf(map, rows, playing).objects[0] as SpinnerPlay;

test('a spinner accelerates gradually, up to 477 turns per minute [SN1]', () => {
  const { rpm, progress } = spinnerOf(spin(0.06));
  expect(rpm[0]).toBeLessThan(rpm[5]!);
  expect(Math.max(...rpm)).toBeLessThanOrEqual((0.05 * 60_000) / (2 * Math.PI) + 1e-9);
  expect(progress.at(-1)).toBeLessThanOrEqual((0.05 * 2000) / Math.PI);
});

test('a spinner turns only while a button is held [SN2]', () => {
  expect(spinnerOf(spin(0.03)).progress.at(-1)).toBeGreaterThan(10);
  expect(spinnerOf(spin(0.03, { keys: 0 })).progress.at(-1)).toBe(0);
  expect(spinnerOf(spin(0.03, { keys: 0 }), { modBits: modBit.RX }).progress.at(-1)).toBeGreaterThan(10);
});

test('every second half turn gives points, and a bonus from three after the required ones [SN3]', () => {
  const play = playOf(map, spin(0.048));
  const spins = play.judgements.filter(({ part }) => part === 'spin').map(({ result }) => result);
  // The first half turn gives nothing; the list starts with the second.
  const expected = spins.map((_, i) => {
    const count = i + 2;
    if (count > 13 && (count - 13) % 2 === 0) return 'bonus';
    return count % 2 === 0 ? 'points' : 'spin';
  });
  expect(spins.length).toBeGreaterThan(15);
  expect(spins).toEqual(expected);
  expect((play.objects[0] as SpinnerPlay).bonuses).toHaveLength(spins.filter((result) => result === 'bonus').length);
});

/** Half turns counted against the result, at many speeds: both sides of each boundary turn up. */
function resultsBySpins(playing: object): Map<number, string> {
  const results = new Map<number, string>();
  for (let until = 1000; until <= 3000; until += 17) {
    const { progress, result } = spinnerOf(spin(0.04, { until }), playing);
    results.set(progress.at(-1) ?? 0, result!);
  }
  return results;
}

test.each([
  [20190510, [1, 'miss', 2, 'meh', 8, 'meh', 9, 'ok', 10, 'ok', 11, 'great']],
  [20190509, [9, 'miss', 10, 'meh', 11, 'ok', 12, 'great']],
] as const)('in client %d, the number of half turns decides the result: %j [SN4]', (client, expected) => {
  const results = resultsBySpins({ client });
  for (let i = 0; i < expected.length; i += 2) {
    expect([expected[i], results.get(expected[i] as number)]).toEqual([expected[i], expected[i + 1]]);
  }
});

test('a resting cursor away from angle 0 turns the spinner in old clients only [SN5]', () => {
  const resting: Row[] = [];
  for (let t = 990; t <= 3010; t += 10) resting.push([t, 256, 292, 1]);
  expect(Math.max(...spinnerOf(resting, { client: 20190510 }).rpm)).toBe(0);
  expect(Math.max(...spinnerOf(resting, { client: 20190509 }).rpm)).toBeGreaterThan(0);
});

test('Spun Out turns the spinner automatically [SN6]', () => {
  expect(spinnerOf(spin(0, { keys: 0 }), { modBits: modBit.SO })).toMatchObject({ result: 'great' });
});
