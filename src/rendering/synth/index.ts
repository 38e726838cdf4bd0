export { bandPass, highPass, lowPass } from './filters.ts';
export { looped, normalised, withPeak } from './finish.ts';
export { createRandom, normal } from './noise.ts';
export {
  addAt,
  type Curve,
  decaying,
  gained,
  mixed,
  noise,
  type Sound,
  sampleRate,
  saw,
  shaped,
  silence,
  sine,
  softClipped,
  sound,
  square,
  sustained,
  tone,
  triangle,
  type Wave,
} from './sound.ts';
export { wavOf } from './wav.ts';
