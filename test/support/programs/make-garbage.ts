import { getHeapStatistics } from 'node:v8';
import { setV8Flags } from '../../../src/rendering/render/platform/v8-flags.ts';

/**
 * Makes things that are kept for a while, as a render does, and tells how large the heap became, in bytes: `node
 * --expose-gc make-garbage.js [lean]`. How much V8 lets lie is decided when it has collected all, hence the first time.
 */
const inUse = 150_000;
const made = 2_000_000;

if (process.argv[2] === 'lean') setV8Flags();
const things = Array.from({ length: inUse }, (_, index) => newThing(index));
(globalThis as { gc?: () => void }).gc!();
let most = 0;
for (let count = 0; count < made; count++) {
  const thing = newThing(count);
  if (count % 2 === 0) things[((count / 2) * 7919) % inUse] = thing;
  if (count % 4096 === 0) most = Math.max(most, getHeapStatistics().total_physical_size);
}
process.stdout.write(`${JSON.stringify(most)}\n`);

function newThing(seed: number) {
  return { at: seed, next: seed + 0.5, list: [seed, seed + 1] };
}
