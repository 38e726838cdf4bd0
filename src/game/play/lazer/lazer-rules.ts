import type { PlayableMap, SongClock } from '../../beatmap/index.ts';
import { hasMod, type Mods } from '../../mods/index.ts';
import { type HitWindows, lazerHitWindows } from '../hit-windows.ts';
import { lazerScoringOf } from './lazer-score.ts';

/** Everything besides map and frames that affects lazer's judging; the Classic mod changes some of it. */
export interface LazerRules {
  readonly windows: HitWindows;
  readonly radius: number;
  readonly songClock: SongClock;
  /** Heads and ends count as ticks only, and the slider itself gets a result. */
  readonly classicSliders: boolean;
  readonly classicNoteLock: boolean;
  readonly autopilot: boolean;
  readonly spunOut: boolean;
  /** Losing the ball also loses the slider's end. */
  readonly strictTracking: boolean;
  /** The mods that move the objects. */
  readonly mods: Pick<Mods, 'motion' | 'hidden' | 'conversion'>;
  /** Which presses reach the objects: all, alternating buttons only, or only the first button used. */
  readonly tapping: 'any' | 'alternate' | 'single';
}

/** The rules of a play by its mods. */
export function lazerRulesOf(map: PlayableMap, mods: Mods): LazerRules {
  return {
    windows: lazerHitWindows(map.od),
    radius: map.radius,
    songClock: map.songClock,
    ...lazerScoringOf(mods),
    classicNoteLock: mods.classic?.noteLock ?? false,
    autopilot: hasMod(mods, 'AP'),
    spunOut: hasMod(mods, 'SO'),
    mods,
    tapping: hasMod(mods, 'AL') ? 'alternate' : hasMod(mods, 'SG') ? 'single' : 'any',
  };
}
