import { expect, test } from 'vitest';
import { Failure } from '../../../failure.ts';
import type { Claim } from '../../jobs/index.ts';
import { RenderInterrupted } from '../process/render-process.ts';
import { decideRetry, type RetryDecision } from './retry-decision.ts';

const bug = new Error('a bug');
const encoder = new Failure('video/encoder-died', 'it died');
const notFound = new Failure('beatmap/not-found', 'nowhere');
const killed = new RenderInterrupted('killed');
const outage = new Failure('storage/unavailable', 'no storage');
const mirrors = new Failure('beatmap/unavailable', 'no mirror');
const diskFull = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const noDatabase = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

test.each<
  [
    what: string,
    error: Error,
    before: { errors?: number; lost?: number; outages?: number },
    kind: RetryDecision['kind'],
    codeOrReason: string,
  ]
>([
  ['a bug', bug, {}, 'retry', 'render-error'],
  ['a bug for the second time', bug, { errors: 1 }, 'retry', 'render-error'],
  ['a bug for the third time', bug, { errors: 2 }, 'failed', 'render/failed'],
  ['a bug after many lost workers', bug, { lost: 9 }, 'retry', 'render-error'],
  ['a failure that a retry may solve', encoder, { errors: 1 }, 'retry', 'render-error'],
  ['the same failure for the third time', encoder, { errors: 2 }, 'failed', 'video/encoder-died'],
  ['a failure that no retry can solve', notFound, {}, 'failed', 'beatmap/not-found'],
  ['a child that was killed', killed, { errors: 2 }, 'retry', 'worker-lost'],
  ['a child that was killed for the ninth time', killed, { lost: 8 }, 'retry', 'worker-lost'],
  ['a child that was killed for the tenth time', killed, { lost: 9 }, 'failed', 'render/worker-lost'],
  ['an outage', outage, { errors: 2, lost: 9 }, 'retry', 'outage'],
  ['a long outage', outage, { outages: 28 }, 'retry', 'outage'],
  ['an outage that is too long', outage, { outages: 29 }, 'failed', 'storage/unavailable'],
  ['unreachable mirrors', mirrors, { outages: 4 }, 'retry', 'outage'],
  ['mirrors that stay unreachable', mirrors, { outages: 5 }, 'failed', 'beatmap/unavailable'],
  ['an unreachable database', noDatabase, { errors: 2 }, 'retry', 'outage'],
  ['a full disk', diskFull, { errors: 2 }, 'retry', 'outage'],
  ['a disk that stays full', diskFull, { outages: 29 }, 'failed', 'storage/full'],
])('%s', (_, error, { errors = 0, lost = 0, outages = 0 }, kind, codeOrReason) => {
  const claim = { renderErrors: errors, lostWorkers: lost, outages } as Claim;
  const decision = decideRetry(error, claim, { isInterrupted: false });
  expect(decision.kind).toBe(kind);
  expect(decision.kind === 'failed' ? decision.code : decision.reason).toBe(codeOrReason);
});

test('an error while the worker stops does not count as a render error', () => {
  const claim = { renderErrors: 2, lostWorkers: 0, outages: 0 } as Claim;
  expect(decideRetry(bug, claim, { isInterrupted: true })).toMatchObject({ kind: 'retry', reason: 'worker-lost' });
});

test.each([
  [0, 5],
  [1, 10],
  [5, 160],
  [6, 300],
  [28, 300],
])('after %d outages a job waits %d seconds', (outages, delaySeconds) => {
  const claim = { renderErrors: 0, lostWorkers: 0, outages } as Claim;
  expect(decideRetry(outage, claim, { isInterrupted: false })).toMatchObject({ delaySeconds });
});
