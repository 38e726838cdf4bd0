import { hasMod, type Mods } from '../../../game/mods/index.ts';
import type { SceneInput } from '../scene-input.ts';

/** What mods hide from the player. */
export interface Vision extends Pick<Mods, 'hidden' | 'flashlight'> {
  /** Lazer's Traceable mod: circles and slider bodies are outlines only. */
  readonly isTraceable: boolean;
  readonly hasBlinds: boolean;
}

const everything: Vision = { hidden: null, flashlight: null, isTraceable: false, hasBlinds: false };

/** What the mods of a play hide; nothing if the viewer wants to see all objects. */
export function visionOf({ mods, options }: Pick<SceneInput, 'mods' | 'options'>): Vision {
  if (options.revealObjects) return everything;
  const { hidden, flashlight } = mods;
  return { hidden, flashlight, isTraceable: hasMod(mods, 'TC'), hasBlinds: hasMod(mods, 'BL') };
}
