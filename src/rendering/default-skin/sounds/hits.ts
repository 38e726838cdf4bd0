import {
  decaying,
  gained,
  highPass,
  lowPass,
  mixed,
  noise,
  normalised,
  type Sound,
  shaped,
  square,
  tone,
} from '../../synth/index.ts';
import { bell, clap, cymbal, falling, knock, snare } from './strokes.ts';

/** Hit sounds: normal is wood, soft is felt and glass, drum is a drum skin. */
export const hits: Readonly<Record<string, () => Sound>> = {
  'normal-hitnormal': () =>
    normalised(knock(falling(620, 300, 0.012), { seconds: 0.16, halfLife: 0.018 }, { hertz: 3200, gain: 1.1 }), {
      peakDb: -6,
    }),
  'normal-hitwhistle': () =>
    normalised(
      bell(
        [
          [1318.5, 1],
          [2637, 0.45],
          [3951, 0.16],
        ],
        { seconds: 0.6, halfLife: 0.085 },
      ),
      { peakDb: -9 },
    ),
  'normal-hitfinish': () =>
    normalised(cymbal(2600, { seconds: 1.5, halfLife: 0.2 }, 21), { peakDb: -6, fadeSeconds: 0.3 }),
  'normal-hitclap': () => normalised(clap(1500, { seconds: 0.4, halfLife: 0.035 }, 31), { peakDb: -6 }),
  'normal-slidertick': () =>
    normalised(knock(falling(1900, 1500, 0.01), { seconds: 0.07, halfLife: 0.008 }, { hertz: 6000, gain: 0.5 }), {
      peakDb: -12,
    }),

  'soft-hitnormal': () =>
    normalised(
      lowPass(knock(falling(880, 520, 0.01), { seconds: 0.14, halfLife: 0.014 }, { hertz: 2400, gain: 0.6 }), 5200),
      { peakDb: -8 },
    ),
  'soft-hitwhistle': () =>
    normalised(
      bell(
        [
          [1046.5, 1],
          [2093, 0.22],
          [3139.5, 0.06],
        ],
        { seconds: 0.7, halfLife: 0.1 },
      ),
      { peakDb: -11 },
    ),
  'soft-hitfinish': () =>
    normalised(cymbal(3400, { seconds: 1.4, halfLife: 0.24 }, 41), { peakDb: -10, fadeSeconds: 0.3 }),
  'soft-hitclap': () =>
    normalised(
      mixed(
        clap(2300, { seconds: 0.25, halfLife: 0.016 }, 51),
        gained(bell([[2350, 1]], { seconds: 0.25, halfLife: 0.008 }), 0.4),
      ),
      { peakDb: -9 },
    ),
  'soft-slidertick': () => normalised(bell([[2793, 1]], { seconds: 0.08, halfLife: 0.009 }), { peakDb: -14 }),

  'drum-hitnormal': () =>
    normalised(knock(falling(260, 92, 0.016), { seconds: 0.24, halfLife: 0.045 }, { hertz: 2600, gain: 0.55 }), {
      peakDb: -5,
    }),
  'drum-hitwhistle': () =>
    normalised(
      lowPass(
        bell(
          [
            [562, 1],
            [845, 0.85],
          ],
          { seconds: 0.35, halfLife: 0.05 },
          square(9),
        ),
        4200,
      ),
      { peakDb: -10 },
    ),
  'drum-hitfinish': () =>
    normalised(
      mixed(
        cymbal(2100, { seconds: 1.6, halfLife: 0.22 }, 61),
        gained(knock(falling(150, 58, 0.03), { seconds: 0.5, halfLife: 0.09 }, { hertz: 1800, gain: 0.3 }), 0.9),
      ),
      { peakDb: -5, fadeSeconds: 0.3 },
    ),
  'drum-hitclap': () => normalised(snare({ seconds: 0.35, halfLife: 0.05 }, 71), { peakDb: -6 }),
  'drum-slidertick': () =>
    normalised(shaped(highPass(noise(0.08, 81), 5200), decaying(0.0005, 0.009)), { peakDb: -13 }),

  spinnerbonus: () =>
    normalised(
      bell(
        [
          [1568, 1],
          [2349.3, 0.7],
          [4698.6, 0.2],
        ],
        { seconds: 0.9, halfLife: 0.13 },
      ),
      { peakDb: -8 },
    ),
  // The metronome of the Muted mod, which the game plays with this sound of another mode.
  'catch-banana': () =>
    normalised(knock(falling(1250, 1050, 0.008), { seconds: 0.1, halfLife: 0.011 }, { hertz: 4200, gain: 0.5 }), {
      peakDb: -8,
    }),
  combobreak: () =>
    normalised(
      mixed(
        lowPass(shaped(tone(0.6, falling(330, 82, 0.09), square(7)), decaying(0.002, 0.11)), 1600),
        gained(shaped(lowPass(noise(0.6, 91), 2400), decaying(0.001, 0.05)), 0.6),
      ),
      { peakDb: -7, fadeSeconds: 0.05 },
    ),

  'nightcore-kick': () =>
    normalised(knock(falling(210, 52, 0.022), { seconds: 0.34, halfLife: 0.08 }, { hertz: 3000, gain: 0.35 }), {
      peakDb: -4,
      fadeSeconds: 0.06,
    }),
  'nightcore-clap': () => normalised(clap(1250, { seconds: 0.4, halfLife: 0.045 }, 101), { peakDb: -6 }),
  'nightcore-hat': () => normalised(shaped(highPass(noise(0.12, 111), 7800), decaying(0.0005, 0.016)), { peakDb: -12 }),
  'nightcore-finish': () =>
    normalised(cymbal(2300, { seconds: 1.8, halfLife: 0.28 }, 121), { peakDb: -6, fadeSeconds: 0.4 }),
};
