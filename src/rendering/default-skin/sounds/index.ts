import type { Sound } from '../../synth/index.ts';
import { cues } from './cues.ts';
import { hits } from './hits.ts';
import { loops } from './loops.ts';

/** Every sound of the default skin, by the name of its file. */
export const sounds: Readonly<Record<string, () => Sound>> = { ...hits, ...loops, ...cues };
