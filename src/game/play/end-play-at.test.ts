import { expect, test } from 'vitest';
import { moving, playOf, type Row } from '../../../test/support/replays/build-play.ts';
import { healthAt } from './state.ts';

// A ball that goes from 100 to 300 and back, a second each way, with a tick in the middle; followed while there are
// frames.
const slider = '100,100,1000,6,0,L|300:100,4,200';
const late = '100,100,20000,5,0';
const follow = (until: number): Row[] =>
  moving(900, until, 10, (t) => [100 + 200 * Math.abs(((t + 2000) % 2000) / 1000 - 1), 100, t < 1000 ? 0 : 1]);

test('a failed play has no judgements after the fail [HP10]', () => {
  const whole = playOf({ objects: [slider] }, follow(5100));
  const failed = playOf({ objects: [slider, late] }, follow(2600));
  expect(whole.failedAt).toBeNull();
  expect(failed.failedAt).toBe(2600);
  expect(whole.judgements.some(({ time }) => time > 2600)).toBe(true);
  expect(failed.judgements.map(({ time, part }) => [time, part])).toEqual(
    whole.judgements.filter(({ time }) => time <= 2600).map(({ time, part }) => [time, part]),
  );
});

test('all columns of the totals end at the fail [HP10]', () => {
  const { judgements, totals, result } = playOf({ objects: [slider, late] }, follow(2600));
  for (const column of Object.values(totals)) expect(column).toHaveLength(judgements.length);
  expect(result.maxCombo).toBe(totals.maxCombo.at(-1));
});

test('a followed slider is released at the fail, and its later points are not judged [HP10]', () => {
  const [play] = playOf({ objects: [slider, late] }, follow(2600)).objects;
  if (play?.kind !== 'slider') throw new Error('The first object is a slider.');
  expect([...play.tracking]).toEqual([1000, 2600]);
  expect(play.points.filter(({ judgedAt }) => judgedAt !== null)).toHaveLength(3);
  expect(play).toMatchObject({ headResult: 'great', judgedAt: null, result: null });
});

test('a spinner stops at the fail [HP10]', () => {
  const turning = moving(900, 2000, 10, (t) => [256 + 100 * Math.cos(t / 30), 192 + 100 * Math.sin(t / 30), 1]);
  const [play] = playOf({ objects: ['256,192,1000,12,0,5000', late] }, turning).objects;
  if (play?.kind !== 'spinner') throw new Error('The first object is a spinner.');
  expect(play.times.at(-1)).toBe(2000);
  for (const column of [play.angle, play.progress, play.rpm]) expect(column).toHaveLength(play.times.length);
  expect(play).toMatchObject({ judgedAt: null, result: null });
});

test('health is 0 from the fail on [HP10]', () => {
  const { health } = playOf({ objects: [slider, late] }, follow(2600));
  expect(healthAt(health, 2599)).toBeGreaterThan(0);
  expect(healthAt(health, 2600)).toBe(0);
  expect(healthAt(health, 60_000)).toBe(0);
});

test('with ignoreFail, judging continues and the remaining objects are missed', () => {
  const parts = { objects: [slider, late] };
  const failed = playOf(parts, follow(2600));
  const whole = playOf(parts, follow(2600), { ignoreFail: true });
  expect(whole.failedAt).toBeNull();
  expect(whole.judgements.slice(0, failed.judgements.length)).toEqual(failed.judgements);
  expect(whole.objects.at(-1)).toMatchObject({ result: 'miss' });
  expect(whole.result.misses).toBe(1);
});
