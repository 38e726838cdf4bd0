import { availableParallelism } from 'node:os';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { findMemoryProblem } from './render-memory.ts';
import { resourcesPerRender } from './render-resources.ts';

const machine = { cores: 8, memoryMb: 2_000 };
const problemWith = (env: Record<string, string>, memoryMb = machine.memoryMb) =>
  findMemoryProblem(readConfig(env, '/'), { ...machine, memoryMb });

test.each([
  ['the default', {}],
  ['enough for 4K', { RENDER_MEMORY_MB: '1038' }],
  ['enough for the largest allowed size', { RENDER_MEMORY_MB: '447', MAX_RESOLUTION: '1080p' }],
  ['too little in a process without renders', { RENDER_MEMORY_MB: '256', RENDER_WORKERS: '0' }],
  [
    'too little for our renderer, but danser renders',
    { RENDER_MEMORY_MB: '256', RENDERER: 'danser', DANSER_PATH: '/d' },
  ],
])('%s is no problem', (_, env) => {
  expect(problemWith(env)).toBeNull();
});

test('RENDER_MEMORY_MB that is too small for a resolution is named with what it should be', () => {
  expect(problemWith({ RENDER_MEMORY_MB: '1037' })).toEqual({
    message: 'a render at 4k needs at least 1038 MiB of memory, and RENDER_MEMORY_MB is 1037',
    advice: 'Set RENDER_MEMORY_MB to 1038 or more, or set MAX_RESOLUTION=1080p.',
  });
  expect(problemWith({ RENDER_MEMORY_MB: '300' })?.message).toContain('at 720p');
  expect(problemWith({ RENDER_MEMORY_MB: '1037', RENDER_PRESET: 'slow', MAX_RESOLUTION: '1080p' })).toBeNull();
  expect(problemWith({ RENDER_MEMORY_MB: '700', RENDER_PRESET: 'slow' })?.message).toContain('at 1080p');
});

test('the renders of a machine share its memory and its cores', () => {
  const availableMemory = vi.spyOn(process, 'availableMemory').mockReturnValue(8_000 * 1024 * 1024);
  try {
    expect(resourcesPerRender(4)).toMatchObject({ memoryMb: 1_500, cores: Math.max(1, availableParallelism() >> 2) });
    expect(findMemoryProblem(readConfig({ RENDER_WORKERS: '4' }, '/'))).toBeNull();
    expect(findMemoryProblem(readConfig({ RENDER_WORKERS: '6' }, '/'))?.message).toContain('1000 MiB for each of 6');
  } finally {
    availableMemory.mockRestore();
  }
});

test('a machine with too little memory for its renders is named', () => {
  expect(problemWith({ RENDER_WORKERS: '4' }, 500)).toEqual({
    message: 'a render at 4k needs at least 1038 MiB of memory, and this machine has 500 MiB for each of 4 renders',
    advice: 'Lower RENDER_WORKERS, add memory, or set MAX_RESOLUTION=1080p.',
  });
});
