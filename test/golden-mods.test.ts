import { describe, expect, test } from 'vitest';
import { lazerMods, stableMods } from '../src/osu/mods/index.ts';
import { frameAt, printDisplayList } from '../src/scene/index.ts';
import { madeShow, printShow, type ShowParts } from './support/made-show.ts';
import { moving } from './support/plays.ts';

// The same small play under each mod, and each section of a video, as text. A circle at 2,000, a slider from 3,000 to
// 4,000 and a spinner from 5,000 to 7,000, all met by the cursor; objects are seen 1,200 ms ahead.

const objects = ['100,100,2000,5,0', '200,200,3000,2,0,L|400:200,1,200', '256,192,5000,12,0,7000'];

/** Where the cursor is, and which keys it holds, as the play was meant. */
function playedAt(t: number): [number, number, number] {
  if (t < 2500) return [100, 100, t >= 2010 && t < 2060 ? 5 : 0];
  if (t < 4500) return [200 + Math.max(0, Math.min(200, (t - 3000) / 5)), 200, t >= 2990 && t < 4050 ? 10 : 0];
  const turn = Math.max(0, t - 5000) / 50;
  return [256 + 50 * Math.cos(turn), 192 + 50 * Math.sin(turn), t >= 5000 && t < 7000 ? 5 : 0];
}

const frames = moving(0, 8000, 10, playedAt);
/** Hard Rock has everything upside down, the recorded cursor included. */
const mirrored = moving(0, 8000, 10, (t) => {
  const [x, y, keys] = playedAt(t);
  return [x, 384 - y, keys];
});
/** The same way without a key: what Relax, and Spun Out on the spinner, do for the player. */
const keyless = moving(0, 8000, 10, (t) => {
  const [x, y] = playedAt(t);
  return [x, y, 0];
});
const still = moving(0, 8000, 10, (t) => {
  const [x, y, keys] = playedAt(t);
  return t < 4500 ? [x, y, keys] : [256, 300, 0];
});
const bare = {
  without: ['particle300', 'particle100', 'particle50', 'cursor', 'cursortrail', 'cursormiddle'],
} as const;
const withCursor = { without: ['particle300', 'particle100', 'particle50'] } as const;
/** Three objects that come at once, and the next combo. */
const combo = ['100,100,2000,5,0', '200,100,2500,1,0', '200,200,3000,2,0,L|400:200,1,200', '100,300,4500,5,0'];
const lazer = (acronym: string, settings: Record<string, unknown> = {}) => lazerMods([{ acronym, settings }]);

const mods: readonly [name: string, parts: ShowParts, times: readonly number[]][] = [
  ['hidden', { mods: stableMods(8) }, [1300, 1700, 2100, 3500, 6000]],
  ['hidden-rings-only', { mods: lazer('HD', { only_fade_approach_circles: true }) }, [1700, 2900]],
  ['flashlight', { mods: stableMods(1024) }, [1500, 3500, 4200]],
  ['flashlight-large', { mods: lazer('FL', { size_multiplier: 1.5, combo_based_size: false }) }, [1500]],
  ['hard-rock', { mods: stableMods(16), frames: mirrored }, [1700, 3500]],
  ['easy', { mods: stableMods(2) }, [1300, 3500]],
  ['double-time', { mods: stableMods(64) }, [1700, 2100, 6000]],
  ['half-time', { mods: stableMods(256) }, [1700, 2100, 6000]],
  ['spun-out', { mods: stableMods(4096), frames: still }, [5100, 6000, 7100]],
  ['relax', { mods: stableMods(128), frames: keyless }, [2050, 3500]],
  ['autopilot', { mods: stableMods(8192) }, [2050, 3500, 6000]],
  ['no-fail', { mods: stableMods(1), frames: moving(0, 8000, 10, () => [0, 0, 0]) }, [2300, 7100]],
  ['score-v2', { mods: stableMods(536870912) }, [2050, 4100]],
  ['speed-change', { mods: lazer('DT', { speed_change: 1.3 }) }, [1700, 2100, 6000]],
  ['difficulty-adjust', { mods: lazer('DA', { circle_size: 7, approach_rate: 9 }) }, [1700, 3500]],
  ['classic', { mods: lazer('CL') }, [2050, 4100]],
  ['traceable', { mods: lazer('TC') }, [1700, 3500]],
  ['approach-different', { mods: lazer('AD', { scale: 8, style: 2 }) }, [1100, 1700, 2900]],
  ['freeze-frame', { mods: lazer('FR'), objects: combo }, [900, 1700, 2300]],
  [
    'synesthesia',
    { mods: lazer('SY'), objects: ['100,100,2000,5,0', '200,200,3250,2,0,L|400:200,2,200'] },
    [1900, 3500],
  ],
  ['blinds', { mods: lazer('BL'), events: ['2,4200,4900'] }, [500, 1700, 2100, 4600]],
  ['no-scope', { mods: lazer('NS', { hidden_combo_count: 2 }), skin: withCursor }, [-500, 1900, 2100, 3500, 6000]],
  ['bloom', { mods: lazer('BM', { max_size_combo_count: 5 }), skin: withCursor }, [-500, 2200, 4400]],
  ['mirror', { mods: lazer('MR', { reflection: 2 }) }, [1700, 3500]],
];

describe('golden display lists of mods', () => {
  test.each(mods)('%s', async (name, parts, times) => {
    const show = madeShow({ objects, frames, skin: bare, ...parts });
    await expect(printShow(show, times)).toMatchFileSnapshot(`golden/mod-${name}.txt`);
  });
});

/** Nothing of the HUD: its elements have golden lists of their own. */
const quiet = {
  scoreCounter: false,
  accuracyCounter: false,
  progressPie: false,
  comboCounter: false,
  healthBar: false,
  ppCounter: false,
  hitCounts: false,
} as const;

const late = ['100,100,12000,5,0', '300,100,12500,1,0'];
const sections: readonly [name: string, parts: ShowParts, times: readonly number[]][] = [
  ['lead-in', { objects: ['100,100,500,5,0'], frames }, [-1700, -700, 0]],
  ['skipped-intro', { objects: late, options: { skipIntro: true } }, [9800, 10_000, 10_200]],
  ['break', { objects: ['100,100,1000,5,0', '100,100,9000,5,0'], events: ['2,2000,8000'] }, [2200, 5020, 7050, 7990]],
  ['fail', { objects: [...objects, late[0]!], frames: frames.slice(0, 250) }, [2490, 2500, 3000, 4000, 5400]],
  ['outro', { objects: [objects[0]!], frames }, [3400, 3600, 9400]],
];

describe('golden display lists of sections', () => {
  test.each(sections)('%s', async (name, parts, times) => {
    const show = madeShow({ skin: bare, ...parts, options: { ...quiet, introCard: false, ...parts.options } });
    const printed = times.map((t) => `at ${t}\n${printDisplayList(frameAt(show, t))}\n`).join('\n');
    await expect(printed).toMatchFileSnapshot(`golden/section-${name}.txt`);
  });
});

test.each([...mods, ...sections])('%s: a moment is the same, whichever were asked for before', (_, parts, times) => {
  const made = () => madeShow({ objects, frames, skin: bare, ...parts });
  const inOrder = made();
  const anyOrder = made();
  const text = (show: ReturnType<typeof made>, t: number) => printDisplayList(frameAt(show, t));
  const expected = times.map((t) => text(inOrder, t));
  expect(times.toReversed().map((t) => text(anyOrder, t))).toEqual(expected.toReversed());
});
