import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareSegments, differenceBound } from '../../src/rendering/video/index.ts';
import { type CheckResult, isDrawn, suspendsWorker } from '../../src/service/jobs/checks/check-policy.ts';
import { type Random, randomOf } from '../chaos/random.ts';
import { drawMarked, encodeInParts, encodeSegment } from '../support/video/test-segment.ts';

// Simulates lent workers that are not trusted, with the functions that the service uses and with comparisons of real segments.

const runs = 1_000;
const bound = differenceBound({ crf: 20, hasRateLimit: false });

/** How the segments of honest workers on different machines, and those of lying ones, compare with the trusted segment. */
let honest: CheckResult[] = [];
let lies: CheckResult[] = [];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-checks-'));
  const at = (name: string) => join(folder, `${name}.mp4`);
  const reference = await encodeSegment(at('reference'));
  const compare = (candidate: string) => compareSegments({ candidate, reference, bound }).result;
  for (const threads of [1, 2, 3, 4, 6, 8, 12, 16])
    honest.push(compare(await encodeSegment(at('honest'), { threads })));
  honest.push(compare(await encodeInParts(folder)));
  honest.push(compare(await encodeInParts(folder, { threads: 4 })));
  // A release with another version of the preset.
  for (const preset of ['veryfast', 'small']) honest.push(compare(await encodeSegment(at('release'), { preset })));
  const mark = { left: 96, top: 16, width: 48, height: 32 };
  lies.push(compare(await encodeSegment(at('lie'), { draw: drawMarked({ ...mark, levels: 25 }) })));
  lies.push(compare(await encodeSegment(at('lie'), { draw: drawMarked({ ...mark, levels: 60, frame: 100 }) })));
  lies.push(compare(await encodeSegment(at('lie'), { count: 119 })));
});
afterAll(async () => {
  [honest, lies] = [[], []];
  await rm(folder, { recursive: true, force: true });
});

/**
 * Returns how many segments a worker has altered when it is suspended; null: it is not. It knows that its first segment is
 * checked, and renders that honestly.
 */
function alteredUntilCaught({ segments, oneIn }: { segments: number; oneIn: number }, random: Random): number | null {
  let altered = 0;
  for (let number = 0; number < segments; number++) {
    const isLie = number > 0 && random.next() * oneIn < 1;
    if (isLie) altered++;
    if (!isDrawn({ share: 0.05, wasChecked: number > 0, random: random.next })) continue;
    if (suspendsWorker(random.pick(isLie ? lies : honest))) return altered;
  }
  return null;
}

const simulate = (worker: { segments: number; oneIn: number }) =>
  Array.from({ length: runs }, (_, seed) => alteredUntilCaught(worker, randomOf(seed)));

test('a worker that alters every segment after the first is caught within 100 segments in 99 % of all runs', () => {
  const caught = simulate({ segments: 101, oneIn: 1 }).filter((altered) => altered !== null);
  // 1 - 0.95^100 is 99.4 %.
  expect(caught.length / runs).toBeGreaterThanOrEqual(0.99);
  const average = caught.reduce((sum, altered) => sum + altered, 0) / caught.length;
  expect(average).toBeGreaterThan(15);
  expect(average).toBeLessThan(25);
});

test.each([10, 50])('a worker that alters one segment in %d is caught after as many altered ones', (oneIn) => {
  const caught = simulate({ segments: 100 * oneIn, oneIn }).filter((altered) => altered !== null);
  expect(caught.length / runs).toBeGreaterThanOrEqual(0.985);
  const average = caught.reduce((sum, altered) => sum + altered, 0) / caught.length;
  expect(average).toBeLessThan(25);
});

test('an honest worker with any number of threads and processes is never suspended', () => {
  expect(honest[0]).toBe('equal');
  expect(honest.slice(1)).toContain('within-bound');
  expect(simulate({ segments: 1_000, oneIn: Number.POSITIVE_INFINITY })).toEqual(
    Array.from({ length: runs }, () => null),
  );
});

test('every lie is a difference', () => {
  expect(new Set(lies)).toEqual(new Set(['different']));
});
