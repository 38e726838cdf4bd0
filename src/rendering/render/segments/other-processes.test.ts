import { describe, expect, test } from 'vitest';
import { buildRequest } from '../../../../test/support/rendering/test-render.ts';
import type { RenderPool, RenderRequest } from '../request.ts';
import { estimateProcesses, processesFor } from './other-processes.ts';

const pool: RenderPool = {
  sources: { replay: 'play.osr', beatmap: { kind: 'archive', path: 'map.osz' }, skin: null },
  machine: { cores: 16, memoryMb: 32_000 },
  processes: null,
  segmentSeconds: null,
};

const whole = buildRequest({ objects: ['256,192,1000,1,0'] });
const requestOf = (options: Partial<RenderRequest['options']> = {}, changes: Partial<RenderRequest> = {}) => ({
  ...whole,
  file: 'video.mp4',
  pool,
  options: { ...whole.options, fps: 60, width: 1920, height: 1080, encoder: 'libx264', ...options },
  ...changes,
});

describe('the processes that start before the length of a video is known', () => {
  test.each<[what: string, request: RenderRequest, processes: number]>([
    ['a whole play counts as a minute', requestOf(), 6],
    ['a part whose end is missing, too', requestOf({ start: 100_000 }), 6],
    ['a part has a length', requestOf({ start: 100_000, end: 130_000 }), 3],
    ['a longer part counts as a minute', requestOf({ start: 0, end: 600_000 }), 6],
    ['speed makes a part shorter', requestOf({ start: 100_000, end: 130_000, speed: 1.5 }), 2],
    ['a short part needs only one', requestOf({ start: 100_000, end: 110_000 }), 1],
    ['a segment has a length', requestOf({}, { segment: { first: 0, frames: 1_800 } }), 3],
    ['segments that are rendered are only joined', requestOf({}, { encodedSegments: [] }), 1],
    ['without a pool', requestOf({}, { pool: undefined }), 1],
  ])('%s', (_, request, processes) => {
    expect(estimateProcesses(request)).toBe(processes);
  });
});

test('a long video has no more processes than cores', () => {
  expect(processesFor(requestOf(), 100_000)).toBe(16);
});
