import { expect, test } from 'vitest';
import { lazerMods } from '../../../src/game/mods/index.ts';
import { drawAccuracyCounter } from '../../../src/rendering/scene/hud/counters/accuracy-counter.ts';
import { drawComboCounter } from '../../../src/rendering/scene/hud/counters/combo-counter.ts';
import { drawHitCounts } from '../../../src/rendering/scene/hud/counters/hit-counts.ts';
import { drawPpCounter } from '../../../src/rendering/scene/hud/counters/pp-counter.ts';
import { drawScoreCounter } from '../../../src/rendering/scene/hud/counters/score-counter.ts';
import { drawScoreboard } from '../../../src/rendering/scene/hud/counters/scoreboard.ts';
import { drawResults, drawWarning, type Hud } from '../../../src/rendering/scene/hud/index.ts';
import { drawAimErrorMeter } from '../../../src/rendering/scene/hud/meters/aim-error-meter.ts';
import { drawHealthBar } from '../../../src/rendering/scene/hud/meters/health-bar.ts';
import { drawHitErrorMeter } from '../../../src/rendering/scene/hud/meters/hit-error-meter.ts';
import { drawProgressPie } from '../../../src/rendering/scene/hud/meters/progress-pie.ts';
import { drawStrainGraph } from '../../../src/rendering/scene/hud/meters/strain-graph.ts';
import { drawBreaks, drawLetterbox } from '../../../src/rendering/scene/hud/overlays/break-overlay.ts';
import { drawCountdown } from '../../../src/rendering/scene/hud/overlays/countdown.ts';
import { drawIntroCard } from '../../../src/rendering/scene/hud/overlays/intro-card.ts';
import { drawKeyOverlay } from '../../../src/rendering/scene/hud/overlays/key-overlay.ts';
import { drawModIcons } from '../../../src/rendering/scene/hud/overlays/mod-icons.ts';
import { drawWarningArrows } from '../../../src/rendering/scene/hud/overlays/warning-arrows.ts';
import type { DisplayList, SceneInput } from '../../../src/rendering/scene/index.ts';
import { buildHud, printHud, typeface } from '../../support/scene/build-hud.ts';
import { buildScene, type SceneParts } from '../../support/scene/build-scene.ts';

// The HUD, element by element, as text. The play: eight circles from 2,000 ms, two of them hit late, one missed at
// 4,500, and a break from 5,000 to 9,000. The frame is 1920×1080, a skin pixel is 1.40625 screen pixels; every skin
// image is 100 pixels wide.

type Draw = (list: DisplayList, hud: Hud, t: number) => void;
interface Golden {
  readonly draw: Draw;
  readonly times: readonly number[];
  readonly parts?: SceneParts;
  readonly changes?: Partial<SceneInput>;
}

const named = (() => {
  const { play } = buildScene({ objects: ['256,192,2000,5,0', '256,192,3000,5,0'], general: [] });
  const { map } = play;
  const metadata = {
    ...map.beatmap.metadata,
    title: 'Harumachi Clover',
    titleUnicode: '春町クローバー',
    artist: 'Will Stetson',
    creator: 'Sotarks',
    version: 'Oh no!',
  };
  return { ...play, map: { ...map, beatmap: { ...map.beatmap, metadata } } };
})();

/** A circle hit off its centre, and a slider released before its tick and followed again at its end. */
const leftSlider: SceneParts = {
  objects: ['100,100,1500,5,0', '100,100,2000,2,0,L|300:100,1,200,0|0'],
  frames: Array.from({ length: 400 }, (_, i): [number, number, number, number] => {
    const t = i * 10;
    const [x, y] = t < 1600 ? [110, 92] : t < 2300 ? [100, 100] : t < 2700 ? [400, 300] : [300, 100];
    return [t, x, y, (t >= 1500 && t < 1560) || (t >= 2000 && t < 3100) ? 5 : 0];
  }),
};

/** Digits of a usual size, with a short dot, a tall percent sign and an overlap. */
const unevenFont: SceneParts['skin'] = {
  sizes: {
    ...Object.fromEntries(Array.from('0123456789', (digit) => [`score ${digit}`, [34, 46] as const])),
    'score .': [14, 12],
    'score %': [50, 60],
    'combo 1': [20, 46],
    'combo 2': [34, 46],
    'combo 0': [34, 46],
    'combo x': [30, 40],
  },
  overlap: 4,
};

const goldens: Readonly<Record<string, Golden>> = {
  score: { draw: (list, { ui, score }, t) => drawScoreCounter(list, ui, score, t), times: [1999, 2000, 2050, 2499] },
  'score-recorded': {
    parts: { score: 4321 },
    draw: (list, { ui, score }, t) => drawScoreCounter(list, ui, score, t),
    times: [3000, 11_900],
  },
  accuracy: {
    draw: (list, { ui, accuracy }, t) => drawAccuracyCounter(list, ui, accuracy, t),
    times: [1999, 3580, 3600, 4000],
  },
  'accuracy-uneven-font': {
    parts: { skin: unevenFont },
    draw: (list, { ui, score, accuracy, progress }, t) => {
      drawScoreCounter(list, ui, score, t);
      drawAccuracyCounter(list, ui, accuracy, t);
      drawProgressPie(list, ui, progress, t);
    },
    times: [1999, 4000],
  },
  'combo-uneven-font': {
    parts: { skin: unevenFont },
    draw: (list, { ui, combo }, t) => drawComboCounter(list, ui, combo, t),
    times: [2600, 2800],
  },
  progress: {
    draw: (list, { ui, progress }, t) => drawProgressPie(list, ui, progress, t),
    times: [0, 1000, 2000, 6250, 10_500],
  },
  combo: {
    draw: (list, { ui, combo }, t) => drawComboCounter(list, ui, combo, t),
    times: [1999, 2000, 2488, 2600, 2660, 2700, 2800, 4700, 4720, 4740, 5000],
  },
  'health-bar': {
    draw: (list, { ui, healthBar }, t) => drawHealthBar(list, ui, healthBar, t),
    times: [0, 2000, 2060, 4800, 5100, 7000, 8900],
  },
  'health-bar-old-style': {
    parts: { skin: { without: ['scorebar-marker'] } },
    draw: (list, { ui, healthBar }, t) => drawHealthBar(list, ui, healthBar, t),
    times: [0, 2060],
  },
  mods: {
    parts: { modBits: 8 | 64 },
    draw: (list, { ui, mods }, t) => drawModIcons(list, ui, mods, t),
    times: [-1800, 300, 900, 5000],
  },
  'mods-with-settings': {
    parts: {
      mods: lazerMods([
        { acronym: 'DT', settings: { speed_change: 1.3 } },
        { acronym: 'DA', settings: { circle_size: 3.2, approach_rate: 9.5 } },
        { acronym: 'CL', settings: {} },
      ]),
    },
    draw: (list, { ui, mods }, t) => drawModIcons(list, ui, mods, t),
    times: [5000],
  },
  'mods-without-icons': {
    parts: { modBits: 8 | 64, skin: { without: ['selection-mod-hidden'] } },
    draw: (list, { ui, mods }, t) => drawModIcons(list, ui, mods, t),
    times: [5000],
  },
  'key-overlay': {
    parts: { options: { keyOverlay: true } },
    draw: (list, { ui, keys }, t) => drawKeyOverlay(list, ui, keys!, t),
    times: [1999, 2000, 2050, 2600],
  },
  'hit-error-meter': {
    parts: { options: { hitErrorMeter: true } },
    draw: (list, { ui, errorMeter }, t) => drawHitErrorMeter(list, ui, errorMeter!, t),
    times: [1999, 2000, 2600, 4120, 8300, 8700],
  },
  'hit-error-meter-beside-spinner': {
    parts: {
      options: { hitErrorMeter: true, unstableRate: false },
      objects: ['256,192,2000,5,0', '256,192,4000,12,0,5000'],
      events: [],
    },
    draw: (list, { ui, errorMeter }, t) => drawHitErrorMeter(list, ui, errorMeter!, t),
    times: [3599, 3800, 4000, 5000, 5200],
  },
  'pp-counter': {
    changes: { pp: Float64Array.of(10, 20, 30, 35, 35, 34, 36, 40) },
    draw: (list, { ui, pp }, t) => drawPpCounter(list, ui, pp, t),
    times: [1999, 2000, 2040, 2480],
  },
  'hit-counts': {
    draw: (list, { ui, hitCounts }, t) => drawHitCounts(list, ui, hitCounts, t),
    times: [1999, 3570, 4110, 4999],
  },
  'slider-breaks': {
    parts: { ...leftSlider, options: { sliderBreaks: true } },
    draw: (list, { ui, hitCounts }, t) => drawHitCounts(list, ui, hitCounts, t),
    times: [2000, 2700],
  },
  'slider-breaks-alone': {
    parts: { ...leftSlider, options: { sliderBreaks: true, hitCounts: false } },
    draw: (list, { ui, hitCounts }, t) => drawHitCounts(list, ui, hitCounts, t),
    times: [2700],
  },
  'aim-error-meter': {
    parts: { ...leftSlider, options: { aimErrorMeter: true } },
    draw: (list, { ui, aimMeter }, t) => drawAimErrorMeter(list, ui, aimMeter!, t),
    times: [1499, 1500, 2100, 11_990],
  },
  'strain-graph': {
    parts: { options: { strainGraph: true } },
    changes: { strains: [2000, 4000, 6000, 8000, 10_000].map((t, i) => ({ t, aim: i % 3, speed: 1 })) },
    draw: (list, { ui, strains }, t) => drawStrainGraph(list, ui, strains!, t),
    times: [1000, 6000],
  },
  scoreboard: {
    parts: { options: { scoreboard: true }, score: 4321 },
    draw: (list, { ui, scoreboard }, t) => drawScoreboard(list, ui, scoreboard!, t),
    times: [2599, 2750, 4700, 10_600],
  },
  'seizure-warning': {
    parts: { options: { seizureWarning: true } },
    draw: drawWarning,
    times: [-5000, -4750, -2500, -100],
  },
  intro: {
    changes: { play: named, stars: 5.432 },
    draw: (list, { ui, introCard }, t) => drawIntroCard(list, ui, introCard, t),
    times: [-200, 100, 1000, 2300, 2600],
  },
  'intro-romanised': {
    changes: { play: named, stars: 5.432, typeface: { ...typeface, has: (character) => character !== '春' } },
    draw: (list, { ui, introCard }, t) => drawIntroCard(list, ui, introCard, t),
    times: [1000],
  },
  countdown: {
    parts: { objects: ['256,192,6000,5,0'], general: ['Countdown: 1'] },
    draw: (list, { ui, countdown }, t) => drawCountdown(list, ui, countdown, t),
    times: [2999, 3000, 3050, 3700, 3875, 4000, 4500, 5000, 5375, 5500, 5750, 5950, 6000],
  },
  break: {
    draw: (list, { ui, breaks }, t) => drawBreaks(list, ui, breaks, t),
    times: [4999, 6139, 6140, 6220, 6280, 7400, 7500, 7600, 8800],
  },
  'break-long': {
    parts: {
      objects: ['256,192,2000,5,0', '256,192,13500,1,0'],
      events: ['2,3000,13000'],
      modBits: 64,
    },
    draw: (list, { ui, breaks }, t) => drawBreaks(list, ui, breaks, t),
    times: [3399, 3400, 3550, 4000, 5000, 8020, 9281, 11_900, 12_150, 12_300],
  },
  'break-lazer': {
    parts: { mods: lazerMods([{ acronym: 'HD', settings: {} }]) },
    draw: (list, { ui, breaks }, t) => drawBreaks(list, ui, breaks, t),
    times: [4999, 5200, 7020, 8400, 8800],
  },
  letterbox: {
    parts: { general: ['LetterboxInBreaks: 1'] },
    draw: (list, { ui, breaks }, t) => drawLetterbox(list, ui, breaks, t),
    times: [4999, 5250, 7000, 9250],
  },
  'warning-arrows': {
    draw: (list, { ui, arrows }, t) => drawWarningArrows(list, ui, arrows, t),
    times: [7999, 8000, 8100, 8200, 9399, 9400],
  },
  'warning-arrows-old-skin': {
    parts: { ini: ['Version: 2.0'], skin: { sources: { 'arrow-warning': 'default' } } },
    draw: (list, { ui, arrows }, t) => drawWarningArrows(list, ui, arrows, t),
    times: [8000],
  },
  'key-overlay-lazer': {
    draw: (list, { ui, keys }, t) => drawKeyOverlay(list, ui, keys!, t),
    times: [1990, 2050],
    parts: { options: { keyOverlay: true }, mods: lazerMods([{ acronym: 'HD', settings: {} }]) },
  },
  'results-lazer': {
    draw: (list, hud, t) => drawResults(list, hud, t),
    times: [12_000],
    parts: { ...leftSlider, mods: lazerMods([{ acronym: 'HD', settings: {} }]), score: 1_234_567 },
  },
  'results-wide-title': {
    parts: { skin: { sizes: { 'ranking-title': [1792, 96] } } },
    draw: drawResults,
    times: [14_000],
  },
  'results-animated-hits': {
    parts: { skin: { frames: { hit100: 3, hit300: 2 } } },
    draw: drawResults,
    times: [12_020],
  },
  results: {
    parts: { modBits: 8, score: 1_234_567 },
    changes: { pp: Float64Array.of(10, 20, 30, 35, 35, 34, 36, 40.4), stars: 5.432 },
    draw: drawResults,
    times: [12_000, 12_700, 14_000],
  },
};

test.each(Object.entries(goldens))('hud: %s', async (name, { draw, times, parts, changes }) => {
  const hud = buildHud(parts, changes);
  const printed = printHud((list, t) => draw(list, hud, t), times);
  await expect(printed).toMatchFileSnapshot(`../../golden/hud/${name}.txt`);
});

test('an old warning arrow is red only in skins of version 2 and later', () => {
  const arrowsOf = (version: string) => {
    const { ui, arrows } = buildHud({ ini: [`Version: ${version}`], skin: { without: ['arrow-warning'] } });
    return printHud((list, t) => drawWarningArrows(list, ui, arrows, t), [8000]);
  };
  expect(arrowsOf('2.0')).toContain('#ff0000');
  expect(arrowsOf('1.9')).toContain('play-warningarrow');
  expect(arrowsOf('1.9')).not.toContain('#');
});
