import { hasMod, type Mods } from './mods.ts';

/** Describes the settings that a player changed, in short lines; empty for a mod with its default settings. */
export function modLabel(mods: Mods, acronym: string): string[] {
  if (!mods.changedSettings.includes(acronym)) return [];
  return (labels[acronym]?.(mods) ?? []).filter((line) => line !== '');
}

const rate = ({ clockRate }: Mods) => [`${short(clockRate)}x`];

const ramped = ({ ramp }: Mods) => (ramp === null ? [] : [`${short(ramp.initial)}x to`, `${short(ramp.final)}x`]);

const startSize = ({ motion: { startScale } }: Mods) => [startScale === null ? '' : `from ${short(startScale)}x`];

const labels: Readonly<Record<string, (mods: Mods) => string[]>> = {
  DT: rate,
  NC: rate,
  HT: rate,
  DC: rate,
  DA: ({ difficulty }) => {
    if (difficulty.kind !== 'adjusted') return [];
    const { cs, ar, od, hp } = difficulty;
    return Object.entries({ CS: cs, AR: ar, OD: od, HP: hp }).flatMap(([name, value]) =>
      value === null ? [] : [`${name} ${short(value)}`],
    );
  },
  EZ: ({ extraLives }) => [extraLives === 1 ? '1 life' : `${extraLives} lives`],
  HD: ({ hidden }) => [hidden?.onlyApproachCircles ? 'rings only' : ''],
  FL: ({ flashlight }) =>
    flashlight === null
      ? []
      : [
          flashlight.size === 1 ? '' : `${short(flashlight.size)}x`,
          flashlight.shrinksWithCombo ? '' : 'one size',
          flashlight.followDelayMs === 120 ? '' : `${short(flashlight.followDelayMs)} ms`,
        ],
  WU: ramped,
  WD: ramped,
  AD: ({ fun: { approach } }) =>
    approach === null
      ? []
      : [approach.scale === 4 ? '' : `${short(approach.scale)}x`, approach.style === 'gravity' ? '' : approach.style],
  NS: ({ fun: { noScope } }) => [noScope ? `combo ${short(noScope.hiddenAtCombo)}` : ''],
  BM: ({ fun: { bloom } }) =>
    bloom === null
      ? []
      : [
          bloom.maxScale === 10 ? '' : `${short(bloom.maxScale)}x`,
          bloom.maxScaleAtCombo === 50 ? '' : `combo ${short(bloom.maxScaleAtCombo)}`,
        ],
  AS: ({ adaptiveSpeed }) => [adaptiveSpeed ? `from ${short(adaptiveSpeed.initialRate)}x` : ''],
  DP: ({ motion: { depth } }) =>
    depth === null
      ? []
      : [depth.maxDepth === 100 ? '' : `depth ${short(depth.maxDepth)}`, depth.showsApproachCircles ? '' : 'no rings'],
  RD: ({ conversion: { random } }) => [
    random && random.angleSharpness !== 7 ? `sharpness ${short(random.angleSharpness)}` : '',
  ],
  TP: ({ conversion: { targetPractice } }) => {
    const perBeat = targetPractice?.circlesPerBeat ?? 1;
    return [perBeat === 1 ? '' : `${perBeat} per beat`];
  },
  BR: ({ fun: { barrelRoll } }) =>
    barrelRoll === null
      ? []
      : [`${short(Math.abs(barrelRoll.turnsPerMinute))} rpm`, barrelRoll.turnsPerMinute < 0 ? 'other way' : ''],
  MU: ({ fun: { muted } }) =>
    muted === null
      ? []
      : [
          muted.startsMuted ? 'starts muted' : '',
          muted.finalVolumeAtCombo === 100 ? '' : `combo ${short(muted.finalVolumeAtCombo)}`,
        ],
  WG: ({ motion: { wiggle } }) => [wiggle ? `${short(wiggle.strength)}x` : ''],
  GR: startSize,
  DF: startSize,
  MR: (mods) => {
    // Hard Rock mirrors vertically, too, and mirroring twice has no effect.
    const vertically = mods.mirror.vertically !== hasMod(mods, 'HR');
    return [vertically ? (mods.mirror.horizontally ? 'both ways' : 'vertical') : ''];
  },
  CL: ({ classic }) => {
    const off = Object.values(classic ?? {}).filter((on) => !on).length;
    return [off === 0 ? '' : `${off} off`];
  },
};

/** At most two decimals, without trailing zeros. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
