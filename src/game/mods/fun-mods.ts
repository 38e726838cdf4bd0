import type { ModSettings } from './mod-settings.ts';

/** What lazer's mods for fun are set to; null where one is off. */
export interface FunMods {
  /** Approach Different: rings that begin at another size and close in at another pace. */
  readonly approach: { readonly scale: number; readonly style: ApproachStyle } | null;
  /** No Scope: the cursor fades as the combo grows; at 0 it is never seen. */
  readonly noScope: { readonly hiddenAtCombo: number } | null;
  /** Bloom: the cursor grows with the combo. */
  readonly bloom: { readonly maxScaleAtCombo: number; readonly maxScale: number } | null;
}

export type ApproachStyle = (typeof approachStyles)[number];

/** In the order of the numbers files may have for them. */
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

export function funModsOf(mods: ReadonlyMap<string, ModSettings>): FunMods {
  const [approach, noScope, bloom] = ['AD', 'NS', 'BM'].map((acronym) => mods.get(acronym));
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
  };
}
