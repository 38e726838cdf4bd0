import type { Sound } from '../../synth/index.ts';
import { cues } from './cues.ts';
import { hits } from './hits.ts';
import { loops } from './loops.ts';

/** All sounds of the default skin, by file name. */
export const sounds: Readonly<Record<string, () => Sound>> = { ...hits, ...loops, ...cues };
