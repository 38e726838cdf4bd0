import type { SongClock } from '../../beatmap/index.ts';
import type { HitWindows } from '../hit-windows.ts';

/** Everything besides map and frames that decides how lazer judges; the Classic mod switches single rules. */
export interface LazerRules {
  readonly windows: HitWindows;
  readonly radius: number;
  readonly songClock: SongClock;
  /** Heads and ends only count as ticks, and the slider itself gets a result. */
  readonly classicSliders: boolean;
  readonly classicNoteLock: boolean;
  readonly autopilot: boolean;
  readonly spunOut: boolean;
  /** The end is lost as soon as the ball is. */
  readonly strictTracking: boolean;
  /** Which presses reach the objects: all of them, never the same button twice, or only the first one used. */
  readonly tapping: 'any' | 'alternate' | 'single';
}
