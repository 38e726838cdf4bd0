import type { SongClock } from '../../beatmap/index.ts';
import type { Mods } from '../../mods/index.ts';
import type { HitWindows } from '../hit-windows.ts';

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
