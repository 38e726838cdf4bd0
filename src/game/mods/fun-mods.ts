import type { ModSettings } from './mod-settings.ts';

/** The settings of lazer's Fun mods that only change the appearance; null for a mod that is off. */
export interface FunMods {
  /** Approach Different: approach circles with another initial size and easing. */
  readonly approach: { readonly scale: number; readonly style: ApproachStyle } | null;
  /** No Scope: the cursor fades as the combo grows; with 0 it is always invisible. */
  readonly noScope: { readonly hiddenAtCombo: number } | null;
  /** Bloom: the cursor grows with the combo. */
  readonly bloom: { readonly maxScaleAtCombo: number; readonly maxScale: number } | null;
  /** Barrel Roll: the playfield rotates, anticlockwise if negative. */
  readonly barrelRoll: { readonly turnsPerMinute: number } | null;
  /** Muted: the song's volume changes with the combo; with 0 the song is always muted. */
  readonly muted: {
    readonly startsMuted: boolean;
    readonly metronome: boolean;
    readonly finalVolumeAtCombo: number;
    readonly mutesHitSounds: boolean;
  } | null;
}

/** How an approach circle of Approach Different closes in. */
export type ApproachStyle = (typeof approachStyles)[number];

/** In the order of the numbers that files may contain instead of names. */
const approachStyles = [
  'linear',
  'gravity',
  'inout1',
  'inout2',
  'accelerate1',
  'accelerate2',
  'accelerate3',
  'decelerate1',
  'decelerate2',
  'decelerate3',
] as const;

/** Reads the settings of the Fun mods. */
export function funModsOf(mods: ReadonlyMap<string, ModSettings>): FunMods {
  const approach = mods.get('AD');
  const noScope = mods.get('NS');
  const bloom = mods.get('BM');
  const muted = mods.get('MU');
  const barrelRoll = mods.get('BR');
  return {
    approach: approach
      ? {
          scale: approach.number('scale', { default: 4, min: 1.5, max: 10 }),
          style: approach.choice('style', approachStyles, 'gravity'),
        }
      : null,
    noScope: noScope ? { hiddenAtCombo: noScope.number('hidden_combo_count', { default: 10, min: 0, max: 50 }) } : null,
    bloom: bloom
      ? {
          maxScaleAtCombo: bloom.number('max_size_combo_count', { default: 50, min: 5, max: 100 }),
          maxScale: bloom.number('max_cursor_size', { default: 10, min: 5, max: 15 }),
        }
      : null,
    barrelRoll: barrelRoll ? barrelRollOf(barrelRoll) : null,
    muted: muted ? mutedOf(muted) : null,
  };
}

function barrelRollOf(settings: ModSettings): NonNullable<FunMods['barrelRoll']> {
  const speed = settings.number('spin_speed', { default: 0.5, min: 0.02, max: 12 });
  const direction = settings.choice('direction', ['clockwise', 'counterclockwise']);
  return { turnsPerMinute: direction === 'clockwise' ? speed : -speed };
}

function mutedOf(settings: ModSettings): NonNullable<FunMods['muted']> {
  const startsMuted = settings.boolean('inverse_muting', false);
  return {
    startsMuted,
    metronome: settings.boolean('enable_metronome', true),
    // A song that starts muted cannot be muted for ever.
    finalVolumeAtCombo: settings.number('mute_combo_count', { default: 100, min: startsMuted ? 1 : 0, max: 500 }),
    mutesHitSounds: settings.boolean('affects_hit_sounds', true),
  };
}
