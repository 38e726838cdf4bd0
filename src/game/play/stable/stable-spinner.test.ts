import { expect, test } from 'vitest';
import { modBit, playOf, type Row } from '../../../../test/support/replays/build-play.ts';
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

/** The cursor turns from the start of the spinner on; the frames are 16 ms apart. */
function turning(until: number): Row[] {
  const rows: Row[] = [];
  for (let t = 984; t < until; t += 16) {
    const angle = Math.max(0, t - 1000) * 0.04;
    rows.push([t, 256 + 100 * Math.cos(angle), 192 + 100 * Math.sin(angle), 1]);
  }
  return rows;
}

test('a spinner accelerates between recorded frames, in old clients at once with the frame [SN7]', () => {
  const frames = turning(3100);
  const [smooth, old] = [20160601, 20160531].map((client) => spinnerOf(frames, { client }));
  // The third frame is the first one after the cursor's velocity was measured.
  expect(smooth!.angle[2]).toBeGreaterThan(0);
  expect(smooth!.angle[2]! / old!.angle[2]!).toBeCloseTo((1 + 2 + 3 + 4) / (4 * 4), 5);
});

test('a slow client turns a spinner once per frame, by half a turn at most [SN7]', () => {
  const slow = [...turning(2000), [2500, 256, 292, 1], [2520, 156, 192, 1]] satisfies Row[];
  const { progress, times } = spinnerOf(slow);
  const before = times.indexOf(2500) - 1;
  expect(progress[before + 1]! - progress[before]!).toBe(1);
});

test.each([
  [20160601, 'more'],
  [20160531, 'no more'],
] as const)('in client %d, a spinner turns %s between its last frame and its end [SN8]', (client, expected) => {
  const angleAtEnd = (last: number) => spinnerOf([...turning(2985), [last, 156, 192, 1]], { client }).angle.at(-1)!;
  // A frame one millisecond after the end turns the spinner as long as the end is away from the frame before.
  const gained = angleAtEnd(3001) - spinnerOf(turning(2985), { client }).angle.at(-1)!;
  expect(gained > 0 ? 'more' : 'no more').toBe(expected);
});

test('the cursor is measured at the very start of a spinner [SN8]', () => {
  const frames = turning(1020);
  expect(frames.map(([time]) => time)).toContain(1000);
  expect(spinnerOf([...frames, [1032, 256, 292, 1]], { client: 20190510 }).angle.at(-1)).toBeGreaterThan(0);
});

test('a frame that only starts or stops smoke does not measure the cursor [SN9]', () => {
  const frames = turning(3100);
  const extra = (keysOf: (frame: number) => number) =>
    frames.flatMap(([t, x, y], i): Row[] => [
      [t, x, y, keysOf(i)],
      [t + 2, x, y, keysOf(i + 1)],
    ]);
  const spins = (rows: readonly Row[]) => spinnerOf(rows).progress.at(-1)!;
  // The cursor rests for 2 ms after every frame: measuring it there slows the spinner down.
  expect(spins(extra(() => 1))).toBeLessThan(spins(frames) / 2);
  expect(Math.abs(spins(extra((frame) => (frame % 2 === 0 ? 1 : 17))) - spins(frames))).toBeLessThanOrEqual(1);
});

/** Half a turn in one direction, then several turns in the other one. */
function turningBack(): Row[] {
  const rows: Row[] = [];
  for (let t = 984; t < 3100; t += 16) {
    const angle = t < 1200 ? (t - 1000) * 0.03 : 6 - (t - 1200) * 0.03;
    rows.push([t, 256 + 100 * Math.cos(angle), 192 + 100 * Math.sin(angle), 1]);
  }
  return rows;
}

test('before June 2016, turning back takes half turns away before it adds some [SN10]', () => {
  const rows = turningBack();
  const whole = (client: number) => {
    const { progress, angle } = spinnerOf(rows, { client });
    return { progress: progress.at(-1)!, net: Math.abs(angle.at(-1)!) / Math.PI, most: Math.max(...angle) / Math.PI };
  };
  const [net, all] = [whole(20160531), whole(20160601)];
  expect(all.most).toBeGreaterThan(1);
  // The client counts each change of the whole number: up to the turning point, down to zero and up again.
  expect(net.progress).toBe(Math.trunc(net.net) + 2 * Math.trunc(net.most));
  expect(all.progress).toBe(Math.trunc(all.net + 2 * all.most));
});

test.each([
  [20130531, 1016],
  [20130601, 1032],
])(
  'in client %d, a cursor that moves from 1000 on turns the spinner from the frame at %d on [SN11]',
  (client, first) => {
    const { times, angle } = spinnerOf(turning(3100), { client });
    expect(times[angle.findIndex((turned) => turned !== 0)]).toBe(first);
  },
);
