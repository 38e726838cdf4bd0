import { availableParallelism } from 'node:os';
import type { Machine } from '../../rendering/render/index.ts';

/** The rest is for other programs, and for renders that need more than estimated. */
const memoryFraction = 0.75;

/** Divides the cores and the free memory of this machine among concurrent renders. */
export function resourcesPerRender(concurrentRenders = 1): Machine {
  return {
    cores: Math.max(1, Math.floor(availableParallelism() / concurrentRenders)),
    memoryMb: (process.availableMemory() * memoryFraction) / concurrentRenders / 1024 / 1024,
  };
}
