import { availableParallelism } from 'node:os';
import type { Machine } from '../rendering/render/index.ts';

/** What is left of the memory is for everything else on the machine, and for what was misjudged. */
const memoryShare = 0.75;

/** What each of so many renders at a time may have of this machine as it is now. */
export function thisMachine(renders = 1): Machine {
  return {
    cores: Math.max(1, Math.floor(availableParallelism() / renders)),
    memoryMb: (process.availableMemory() * memoryShare) / renders / 1024 / 1024,
  };
}
