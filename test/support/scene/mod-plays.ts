import type { LazerMod } from '../../../src/game/replay/index.ts';
import type { SceneOptions } from '../../../src/rendering/scene/index.ts';
import type { MapSections } from '../beatmaps/map-text.ts';
import { mistakenPlay } from '../mistakes/play-with-mistakes.ts';
import { moving, type Row } from '../replays/build-play.ts';

// A small play for each mod, and one for each section of a video. By default it has a circle at 2,000, a slider from 3,000
// to 4,000 and a spinner from 5,000 to 7,000; the cursor hits all of them, and objects appear 1,200 ms early.

export type SamplePlay = readonly [name: string, parts: PlaySpec, times: readonly number[]];

export interface PlaySpec extends MapSections {
  readonly frames?: readonly Row[];
  readonly modBits?: number;
  readonly lazer?: readonly LazerMod[];
  readonly options?: Partial<Pick<SceneOptions, 'skipIntro' | 'revealObjects' | 'mistakeMarks'>>;
}

const objects = ['100,100,2000,5,0', '200,200,3000,2,0,L|400:200,1,200', '256,192,5000,12,0,7000'];

/** Cursor position and keys of the default play. */
function playedAt(t: number): [number, number, number] {
  if (t < 2500) return [100, 100, t >= 2010 && t < 2060 ? 5 : 0];
  if (t < 4500) return [200 + Math.max(0, Math.min(200, (t - 3000) / 5)), 200, t >= 2990 && t < 4050 ? 10 : 0];
  const turn = Math.max(0, t - 5000) / 50;
  return [256 + 50 * Math.cos(turn), 192 + 50 * Math.sin(turn), t >= 5000 && t < 7000 ? 5 : 0];
}

const frames = moving(0, 8000, 10, playedAt);
/** Hard Rock mirrors everything vertically, including the recorded cursor. */
const mirrored = moving(0, 8000, 10, (t) => {
  const [x, y, keys] = playedAt(t);
  return [x, 384 - y, keys];
});
/** The same cursor without keys, for Relax. */
const keyless = moving(0, 8000, 10, (t) => {
  const [x, y] = playedAt(t);
  return [x, y, 0];
});
const still = moving(0, 8000, 10, (t) => {
  const [x, y, keys] = playedAt(t);
  return t < 4500 ? [x, y, keys] : [256, 300, 0];
});
/** A combo of three objects, and the next combo. */
const combo = ['100,100,2000,5,0', '200,100,2500,1,0', '200,200,3000,2,0,L|400:200,1,200', '100,300,4500,5,0'];
const lazer = (acronym: string, settings: LazerMod['settings'] = {}) => ({ lazer: [{ acronym, settings }] });

const mods: readonly SamplePlay[] = [
  ['hidden', { modBits: 8 }, [1300, 1700, 2100, 3500, 6000]],
  ['hidden-revealed', { modBits: 8, options: { revealObjects: true } }, [1300, 1700, 2100, 3500, 6000]],
  ['hidden-rings-only', lazer('HD', { only_fade_approach_circles: true }), [1700, 2900]],
  ['flashlight', { modBits: 1024 }, [1500, 3500, 4200]],
  ['flashlight-revealed', { modBits: 1024, options: { revealObjects: true } }, [1500, 3500, 4200]],
  ['flashlight-large', lazer('FL', { size_multiplier: 1.5, combo_based_size: false }), [1500]],
  ['hard-rock', { modBits: 16, frames: mirrored }, [1700, 3500]],
  ['easy', { modBits: 2 }, [1300, 3500]],
  ['double-time', { modBits: 64 }, [1700, 2100, 6000]],
  ['half-time', { modBits: 256 }, [1700, 2100, 6000]],
  ['spun-out', { modBits: 4096, frames: still }, [5100, 6000, 7100]],
  ['relax', { modBits: 128, frames: keyless }, [2050, 3500]],
  ['autopilot', { modBits: 8192 }, [2050, 3500, 6000]],
  ['no-fail', { modBits: 1, frames: moving(0, 8000, 10, () => [0, 0, 0]) }, [2300, 7100]],
  ['score-v2', { modBits: 536870912 }, [2050, 4100]],
  ['speed-change', lazer('DT', { speed_change: 1.3 }), [1700, 2100, 6000]],
  ['difficulty-adjust', lazer('DA', { circle_size: 7, approach_rate: 9 }), [1700, 3500]],
  ['classic', lazer('CL'), [2050, 4100]],
  ['traceable', lazer('TC'), [1700, 3500]],
  ['approach-different', lazer('AD', { scale: 8, style: 2 }), [1100, 1700, 2900]],
  ['freeze-frame', { ...lazer('FR'), objects: combo }, [900, 1700, 2300]],
  ['synesthesia', { ...lazer('SY'), objects: ['100,100,2000,5,0', '200,200,3250,2,0,L|400:200,2,200'] }, [1900, 3500]],
  ['blinds', { ...lazer('BL'), events: ['2,4200,4900'] }, [500, 1700, 2100, 4600]],
  ['no-scope', lazer('NS', { hidden_combo_count: 2 }), [-500, 1900, 2100, 3500, 6000]],
  ['bloom', lazer('BM', { max_size_combo_count: 5 }), [-500, 2200, 4400]],
  ['barrel-roll', lazer('BR', { spin_speed: 4, direction: 1 }), [1700, 3500, 6000]],
  ['wiggle', lazer('WG'), [1300, 1700, 2900, 3500]],
  ['transform', lazer('TR'), [1300, 1700, 2900]],
  ['grow', lazer('GR'), [1300, 1900, 2900]],
  ['deflate', lazer('DF', { start_scale: 4 }), [1300, 1900]],
  ['spin-in', lazer('SI'), [1300, 1900, 2700]],
  ['random', { ...lazer('RD', { seed: 5 }), objects: combo }, [1700, 2300, 3500]],
  ['target-practice', lazer('TP', { seed: 5 }), [1400, 2100, 2510]],
  ['depth', lazer('DP', { max_depth: 150 }), [1300, 2100, 2600, 3500, 4100]],
  ['depth-no-rings', lazer('DP', { show_approach_circles: false }), [1700]],
  ['mirror', lazer('MR', { reflection: 2 }), [1700, 3500]],
];

export const modPlays = mods.map(([name, parts, times]): SamplePlay => [name, { objects, frames, ...parts }, times]);

const late = ['100,100,12000,5,0', '300,100,12500,1,0'];
export const sectionPlays: readonly SamplePlay[] = [
  ['lead-in', { objects: ['100,100,500,5,0'], frames }, [-1700, -700, 0]],
  ['skipped-intro', { objects: late, options: { skipIntro: true } }, [9800, 10_000, 10_200]],
  ['break', { objects: ['100,100,1000,5,0', '100,100,9000,5,0'], events: ['2,2000,8000'] }, [2200, 5020, 7050, 7990]],
  ['fail', { objects: [...objects, late[0]!], frames: frames.slice(0, 250) }, [2490, 2500, 3000, 4000, 5400]],
  ['bubbles', { objects, frames, ...lazer('BU') }, [2100, 3200, 7700, 8400]],
  ['mistake-marks', { ...mistakenPlay, options: { mistakeMarks: true } }, [2200, 2500, 4300, 7300]],
  ['outro', { objects: [objects[0]!], frames }, [3400, 3600, 9400]],
];
