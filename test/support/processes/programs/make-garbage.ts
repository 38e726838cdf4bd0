import { getHeapStatistics } from 'node:v8';
import { setV8Flags } from '../../../../src/rendering/render/platform/v8-flags.ts';

/**
 * Creates objects that live for a while, as a render does, and prints the maximum size of the heap in bytes: `node
 * --expose-gc make-garbage.js [flags]`. It collects garbage first, because V8 sets its next limit at a full collection.
 */
const liveObjects = 150_000;
const createdObjects = 600_000;

if (process.argv[2] === 'flags') setV8Flags();
const objects = Array.from({ length: liveObjects }, (_, index) => createObject(index));
(globalThis as { gc?: () => void }).gc!();
let maxBytes = 0;
for (let count = 0; count < createdObjects; count++) {
  const object = createObject(count);
  if (count % 2 === 0) objects[((count / 2) * 7919) % liveObjects] = object;
  if (count % 4096 === 0) maxBytes = Math.max(maxBytes, getHeapStatistics().total_physical_size);
}
process.stdout.write(`${JSON.stringify(maxBytes)}\n`);

function createObject(seed: number) {
  return { at: seed, next: seed + 0.5, list: [seed, seed + 1] };
}
