/** Maps progress from 0 to 1 to the eased progress. */
export type Easing = (t: number) => number;

/** The easing with a number of the game; linear for unknown numbers (rule SB7). */
export function easingOf(id: number): Easing {
  return easings[id] ?? linear;
}

const linear: Easing = (t) => t;
const out =
  (ease: Easing): Easing =>
  (t) =>
    1 - ease(1 - t);
const inOut =
  (ease: Easing): Easing =>
  (t) =>
    t < 0.5 ? ease(2 * t) / 2 : 1 - ease(2 - 2 * t) / 2;
const power =
  (exponent: number): Easing =>
  (t) =>
    t ** exponent;

const quad = power(2);
const cubic = power(3);
const quart = power(4);
const quint = power(5);
const sine: Easing = (t) => 1 - Math.cos((t * Math.PI) / 2);
const expo: Easing = (t) => 2 ** (10 * (t - 1));
const circ: Easing = (t) => 1 - Math.sqrt(Math.max(1 - t * t, 0));
const back =
  (overshoot: number): Easing =>
  (t) =>
    t * t * ((overshoot + 1) * t - overshoot);

/** Swings once per `period`; with a lower `speed` it ends before the swing has settled. */
const elasticOut =
  (speed: number, period = 0.3): Easing =>
  (t) =>
    2 ** (-10 * t) * Math.sin((speed * t - period / 4) * ((2 * Math.PI) / period)) + 1;
const elastic = out(elasticOut(1));
// In Robert Penner's original functions, the in-out variant has a period 1.5 times as long.
const slowElastic = out(elasticOut(1, 0.45));

function bounceOut(t: number): number {
  if (t < 1 / 2.75) return 7.5625 * t * t;
  if (t < 2 / 2.75) return 7.5625 * (t - 1.5 / 2.75) ** 2 + 0.75;
  if (t < 2.5 / 2.75) return 7.5625 * (t - 2.25 / 2.75) ** 2 + 0.9375;
  return 7.5625 * (t - 2.625 / 2.75) ** 2 + 0.984375;
}
const bounce = out(bounceOut);

const easings: readonly Easing[] = [
  linear,
  out(quad),
  quad,
  ...[quad, cubic, quart, quint, sine, expo, circ].flatMap((ease) => [ease, out(ease), inOut(ease)]),
  elastic,
  elasticOut(1),
  elasticOut(0.5),
  elasticOut(0.25),
  inOut(slowElastic),
  back(1.70158),
  out(back(1.70158)),
  inOut(back(1.70158 * 1.525)),
  bounce,
  bounceOut,
  inOut(bounce),
];
