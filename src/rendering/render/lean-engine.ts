import { setFlagsFromString } from 'node:v8';

/**
 * How much may be left lying, as a part of what is in use, until garbage is collected. By itself V8 lets it become several
 * times as much where collecting takes long: over ten minutes of a map, 40 MB in use became a heap of 190.
 */
const leftLyingPercent = 30;

/**
 * How many bytes of bytecode a function has run, a few times over, when it is worth optimising. By itself V8 waits for a
 * third of that, and in the first ten seconds of a video optimises everything that is done once or twice a frame: with the
 * encoder at work on every core, that takes more time than it saves.
 */
const bytesBeforeOptimising = 200_000;

/** From now on this process is run as one that shares its machine with others. Harmless to call again. */
export function keepEngineLean(): void {
  setFlagsFromString(`--heap-growing-percent=${leftLyingPercent}`);
  setFlagsFromString(`--interrupt-budget=${bytesBeforeOptimising}`);
}
