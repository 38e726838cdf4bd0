import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow, relative to the live objects, before garbage is collected. V8's default lets it grow several
 * times over where collecting takes long: over ten minutes of a map, 40 MB of live objects became a heap of 190 MB.
 */
const heapGrowingPercent = 30;

/**
 * How many bytes of bytecode a function runs before V8 optimises it. V8's default is a third of it, and would optimise
 * everything that runs once or twice per frame in the first ten seconds of a video: with the encoder busy on every core,
 * that takes more time than it saves.
 */
const interruptBudgetBytes = 200_000;

const majorVersion = Number.parseInt(process.versions.node, 10);

/** Tunes V8 for a process that shares its machine with an encoder. Harmless to call again. */
export function setV8Flags(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
  // The V8 of Node 22 counts calls instead, and prints an error for flags that it does not know.
  if (majorVersion < 22) setFlagsFromString(`--interrupt-budget=${interruptBudgetBytes}`);
  // V8 expects sprites to live long, because some are cached, and would create all of them in the old part of the heap. That
  // part is then full after 60 frames, and collecting its garbage takes more time than the list of sprites.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
