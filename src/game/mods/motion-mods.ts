import type { ModSettings } from './mod-settings.ts';

/** Lazer's mods that move, resize or rotate the objects as they appear. The objects are hit where they are seen. */
export interface MotionMods {
  /** Wiggle: objects move to random places near their own; null without the mod. */
  readonly wiggle: { readonly strength: number } | null;
  /** Transform: objects come in from one side, each from another. */
  readonly transform: boolean;
  /** Grow and Deflate: the size at which objects appear; null without them. */
  readonly startScale: number | null;
  /** Spin In: circles unfold and rotate, sliders grow from nothing. */
  readonly spinIn: boolean;
  /** Depth: objects come from afar; null without the mod. */
  readonly depth: Depth | null;
}

/** The settings of Depth. */
export interface Depth {
  /** The depth at which objects appear. */
  readonly maxDepth: number;
  readonly showsApproachCircles: boolean;
}

/** Reads the mods that move objects, with the ranges of lazer's settings. */
export function motionModsOf(mods: ReadonlyMap<string, ModSettings>): MotionMods {
  const wiggle = mods.get('WG');
  const grow = mods.get('GR')?.number('start_scale', { default: 0.5, min: 0, max: 0.99 });
  const deflate = mods.get('DF')?.number('start_scale', { default: 2, min: 1, max: 25 });
  return {
    wiggle: wiggle ? { strength: wiggle.number('strength', { default: 1, min: 0.1, max: 2 }) } : null,
    transform: mods.has('TR'),
    startScale: grow ?? deflate ?? null,
    spinIn: mods.has('SI'),
    depth: depthOf(mods.get('DP')),
  };
}

function depthOf(mod: ModSettings | undefined): Depth | null {
  if (!mod) return null;
  return {
    maxDepth: mod.number('max_depth', { default: 100, min: 50, max: 200 }),
    showsApproachCircles: mod.boolean('show_approach_circles', true),
  };
}
