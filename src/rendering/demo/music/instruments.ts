import {
  bandPass,
  decaying,
  gained,
  highPass,
  lowPass,
  mixed,
  noise,
  type Sound,
  saw,
  shaped,
  sine,
  square,
  sustained,
  tone,
  triangle,
} from '../../synth/index.ts';

const falling = (from: number, to: number, halfLife: number) => (t: number) => to + (from - to) * 2 ** (-t / halfLife);

export function kick(): Sound {
  const body = shaped(tone(0.32, falling(190, 46, 0.022)), decaying(0.001, 0.075));
  const click = shaped(highPass(noise(0.32, 1), 2500), decaying(0.0005, 0.003));
  return shaped(mixed(body, gained(click, 0.3)), sustained(0.0001, 0.05, 0.32));
}

export function snare(): Sound {
  const skin = shaped(tone(0.3, falling(290, 175, 0.015)), decaying(0.001, 0.035));
  const wires = shaped(bandPass(noise(0.3, 2), 3200, 0.5), decaying(0.001, 0.05));
  return shaped(mixed(gained(skin, 0.6), gained(wires, 1.1)), sustained(0.0001, 0.05, 0.3));
}

export function hat(open: boolean): Sound {
  const seconds = open ? 0.3 : 0.08;
  return shaped(
    shaped(highPass(noise(seconds, 3), 8000), decaying(0.0005, open ? 0.06 : 0.014)),
    sustained(0.0001, 0.02, seconds),
  );
}

export function crash(): Sound {
  return shaped(shaped(highPass(noise(2.4, 4), 4200), decaying(0.001, 0.45)), sustained(0.001, 0.6, 2.4));
}

/** Noise with a rising filter before the next section. */
export function riser(seconds: number): Sound {
  const swept = bandPass(noise(seconds, 5), (t) => 300 * 2 ** ((t / seconds) * 4.6), 1.4);
  return shaped(swept, (t) => (t / seconds) ** 2 * Math.min(1, (seconds - t) / 0.02));
}

export function bass(hertz: number, seconds: number): Sound {
  const string = lowPass(tone(seconds, hertz, saw(12)), falling(hertz * 10, hertz * 3, 0.06), 0.9);
  const deep = tone(seconds, hertz / 2, sine);
  return shaped(mixed(string, gained(deep, 0.5)), sustained(0.004, 0.03, seconds));
}

/** One channel of a pad; the other is slightly detuned for stereo width. */
export function pad(keysHertz: readonly number[], seconds: number, detune: number): Sound {
  const voices = keysHertz.flatMap((hertz) => [
    tone(seconds, hertz * (1 + detune), saw(6)),
    tone(seconds, hertz * (1 - detune * 1.7), saw(6)),
  ]);
  return shaped(gained(lowPass(mixed(...voices), 1300), 1 / voices.length), sustained(0.12, 0.25, seconds));
}

export function pluck(hertz: number): Sound {
  const string = mixed(tone(0.45, hertz, triangle), gained(tone(0.45, hertz * 2, sine), 0.3));
  return shaped(shaped(string, decaying(0.002, 0.06)), sustained(0.0001, 0.05, 0.45));
}

/** The lead voice; long notes have vibrato. */
export function lead(hertz: number, seconds: number): Sound {
  const pitch = (t: number) => hertz * (1 + 0.004 * Math.min(1, t / 0.35) * Math.sin(2 * Math.PI * 5.5 * t));
  const reed = mixed(
    gained(tone(seconds, pitch, square(9)), 0.6),
    gained(
      tone(seconds, (t) => pitch(t) * 1.004, saw(9)),
      0.5,
    ),
  );
  const bright = lowPass(reed, falling(5200, 2400, 0.12), 0.8);
  return shaped(bright, (t) => sustained(0.006, 0.05, seconds)(t) * (0.55 + 0.45 * 2 ** (-t / 0.18)));
}
