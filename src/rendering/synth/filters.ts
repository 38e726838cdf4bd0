import { type Curve, type Sound, sampleRate } from './sound.ts';

type Kind = 'low' | 'high' | 'band';

/** Low-pass, high-pass and band-pass filters with a variable frequency. */
export const lowPass = (input: Sound, hertz: number | Curve, q = Math.SQRT1_2): Sound => pass('low', input, hertz, q);
export const highPass = (input: Sound, hertz: number | Curve, q = Math.SQRT1_2): Sound => pass('high', input, hertz, q);
export const bandPass = (input: Sound, hertz: number | Curve, q = 1): Sound => pass('band', input, hertz, q);

/** A trapezoidal state-variable filter, stable under fast frequency changes. */
function pass(kind: Kind, input: Sound, hertz: number | Curve, q: number): Sound {
  const out = new Float32Array(input.length);
  const damping = 1 / q;
  let first = 0;
  let second = 0;
  let g = gainOf(typeof hertz === 'number' ? hertz : hertz(0));
  for (let i = 0; i < input.length; i++) {
    if (typeof hertz === 'function') g = gainOf(hertz(i / sampleRate));
    const high = (input[i]! - (damping + g) * first - second) / (1 + g * (g + damping));
    const band = first + g * high;
    const low = second + g * band;
    first = band + g * high;
    second = low + g * band;
    out[i] = kind === 'low' ? low : kind === 'high' ? high : band * damping;
  }
  return out;
}

function gainOf(hertz: number): number {
  return Math.tan(Math.PI * Math.min(hertz / sampleRate, 0.49));
}
