import { expect, test } from 'vitest';
import { Failure } from '../../failure.ts';
import type { Claim } from '../jobs/index.ts';
import { RenderInterrupted } from './render-process.ts';
import { judgeAttempt, type Verdict } from './verdict.ts';

const bug = new Error('a bug');
const encoder = new Failure('video/encoder-died', 'it died');
const notFound = new Failure('beatmap/not-found', 'nowhere');
const killed = new RenderInterrupted('killed');
const outage = new Failure('storage/unavailable', 'no storage');
const mirrors = new Failure('beatmap/unavailable', 'no mirror');
const noRoom = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const noDatabase = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

test.each<
  [
    what: string,
    error: Error,
    before: { errors?: number; lost?: number; outages?: number },
    verdict: Verdict['kind'],
    says: string,
  ]
>([
  ['a bug', bug, {}, 'again', 'render-error'],
  ['a bug for the second time', bug, { errors: 1 }, 'again', 'render-error'],
  ['a bug for the third time', bug, { errors: 2 }, 'failed', 'render/failed'],
  ['a bug after many lost workers', bug, { lost: 29 }, 'again', 'render-error'],
  ['a failure that may pass', encoder, { errors: 1 }, 'again', 'render-error'],
  ['a failure that did not pass', encoder, { errors: 2 }, 'failed', 'video/encoder-died'],
  ['a failure nothing cures', notFound, {}, 'failed', 'beatmap/not-found'],
  ['a child that was killed', killed, { errors: 2 }, 'again', 'worker-lost'],
  ['a child that was killed for the twenty-ninth time', killed, { lost: 28 }, 'again', 'worker-lost'],
  ['a child that was killed for the thirtieth time', killed, { lost: 29 }, 'failed', 'render/worker-lost'],
  ['an outage', outage, { errors: 2, lost: 29 }, 'again', 'outage'],
  ['an outage that goes on', outage, { outages: 28 }, 'again', 'outage'],
  ['an outage without end', outage, { outages: 29 }, 'failed', 'storage/unavailable'],
  ['mirrors that are away', mirrors, { outages: 4 }, 'again', 'outage'],
  ['mirrors that stay away', mirrors, { outages: 5 }, 'failed', 'beatmap/unavailable'],
  ['a database that is away', noDatabase, { errors: 2 }, 'again', 'outage'],
  ['a disk that is full', noRoom, { errors: 2 }, 'again', 'outage'],
  ['a disk that stays full', noRoom, { outages: 29 }, 'failed', 'storage/full'],
])('%s', (_, error, { errors = 0, lost = 0, outages = 0 }, kind, says) => {
  const claim = { renderErrors: errors, lostWorkers: lost, outages } as Claim;
  const verdict = judgeAttempt(error, claim, { interrupted: false });
  expect(verdict.kind).toBe(kind);
  expect(verdict.kind === 'failed' ? verdict.code : verdict.why).toBe(says);
});

test('whatever breaks while the worker is being stopped is no fault of the render', () => {
  const claim = { renderErrors: 2, lostWorkers: 0, outages: 0 } as Claim;
  expect(judgeAttempt(bug, claim, { interrupted: true })).toMatchObject({ kind: 'again', why: 'worker-lost' });
});

test.each([
  [0, 5],
  [1, 10],
  [5, 160],
  [6, 300],
  [28, 300],
])('after %d outages a job waits %d seconds', (outages, afterSeconds) => {
  const claim = { renderErrors: 0, lostWorkers: 0, outages } as Claim;
  expect(judgeAttempt(outage, claim, { interrupted: false })).toMatchObject({ afterSeconds });
});
