export { bandPass, highPass, lowPass } from './filters.ts';
export { finished, looped, peaking } from './finish.ts';
export { createRandom, normal } from './noise.ts';
export {
  addAt,
  type Curve,
  driven,
  gained,
  held,
  mixed,
  noise,
  type Sound,
  sampleRate,
  saw,
  shaped,
  silence,
  sine,
  sound,
  square,
  struck,
  tone,
  triangle,
  type Wave,
} from './sound.ts';
export { wavOf } from './wav.ts';
