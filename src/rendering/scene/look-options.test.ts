import { describe, expect, test } from 'vitest';
import { typeface } from '../../../test/support/scene/build-hud.ts';
import { buildScene, type SceneParts } from '../../../test/support/scene/build-scene.ts';
import { defaultSettings, renderOptionsOf } from '../../contract/settings/index.ts';
import { createDisplayList, type DisplayList } from './display-list/display-list.ts';
import { printDisplayList } from './display-list/print-display-list.ts';
import { frameAt } from './frame.ts';
import { drawAccuracyCounter } from './hud/counters/accuracy-counter.ts';
import { drawComboCounter } from './hud/counters/combo-counter.ts';
import { drawHitCounts } from './hud/counters/hit-counts.ts';
import { drawPpCounter } from './hud/counters/pp-counter.ts';
import { drawScoreCounter } from './hud/counters/score-counter.ts';
import { drawScoreboard } from './hud/counters/scoreboard.ts';
import type { Hud } from './hud/index.ts';
import { drawAimErrorMeter } from './hud/meters/aim-error-meter.ts';
import { drawHealthBar } from './hud/meters/health-bar.ts';
import { drawProgressPie } from './hud/meters/progress-pie.ts';
import { drawStrainGraph } from './hud/meters/strain-graph.ts';
import { drawBreaks } from './hud/overlays/break-overlay.ts';
import { drawCountdown } from './hud/overlays/countdown.ts';
import { drawIntroCard } from './hud/overlays/intro-card.ts';
import { drawModIcons } from './hud/overlays/mod-icons.ts';
import { drawWarningArrows } from './hud/overlays/warning-arrows.ts';
import type { LookOptions } from './look-options.ts';
import { createScene, type Scene, videoStart } from './scene.ts';
import type { SceneOptions } from './scene-input.ts';
import { createViewport } from './viewport.ts';

// Two circles, two crossing sliders of which the first is released half way, a break from 9,000 to 13,000 ms, and a
// last circle: something of everything that an option may change.

const parts: SceneParts = {
  general: ['Countdown: 1'],
  colours: ['Combo1: 255,0,0', 'Combo2: 0,255,0', 'SliderTrackOverride: 9,9,9'],
  objects: [
    '256,192,6000,5,0',
    '100,100,6500,1,0',
    '100,100,7000,2,0,L|300:100,1,200,0|0',
    '200,60,7600,2,0,L|200:200,1,100,0|0',
    '256,192,14000,5,0',
  ],
  events: ['2,9000,13000'],
  frames: Array.from({ length: 1500 }, (_, i): [number, number, number, number] => {
    const t = i * 10;
    const down = [6000, 6510, 14_000].some((at) => t >= at && t < at + 60) || (t >= 6990 && t < 7900);
    const progress = Math.max(0, Math.min(1, (t - 6200) / 250));
    const far = t < 7200 || t > 13_000 ? 0 : 200;
    const toFirst = t > 13_000 ? 0 : progress;
    return [t, 256 - 156 * toFirst + far, 192 - 92 * toFirst + far, down ? 5 : 0];
  }),
  modBits: 1,
  background: { width: 1920, height: 1080 },
};

const times = [
  ...[-2500, 100, 3050, 4700, 5200, 5990, 6030, 6100, 6400, 6530, 6900, 7050, 7400, 7520, 7700, 7900],
  ...[8200, 8900, 11_030, 12_050, 13_900, 14_100],
];

type Size = NonNullable<SceneParts['size']>;
const defaultSize: Size = { width: 1920, height: 1080 };

/** Judged once for all scenes. */
const built = buildScene({ ...parts, options: { hitErrorMeter: true, keyOverlay: true } });
const pp = Float64Array.from(built.play.judgements, (_, i) => i);
const strains = [6000, 8000, 14_000].map((t, i) => ({ t, aim: i, speed: 1 }));

function buildSceneWith(options: Partial<SceneOptions>, size: Size = defaultSize): Scene {
  const viewport = createViewport(size);
  return createScene({ ...built, viewport, typeface, pp, strains, options: { ...built.options, ...options } });
}

const print = (draw: (list: DisplayList) => void): string[] => {
  const list = createDisplayList();
  draw(list);
  return printDisplayList(list)
    .split('\n')
    .filter((line) => line !== '');
};
const framesOf = (scene: Scene) => times.map((t) => printDisplayList(frameAt(scene, t)).split('\n'));

const defaultScene = buildSceneWith({});
const defaultFrames = framesOf(defaultScene);

const sizes: readonly [string, Size][] = [
  ['1080p', defaultSize],
  ['720p', { width: 1280, height: 720 }],
  ['4K', { width: 3840, height: 2160 }],
  ['9:16', { width: 1080, height: 1920 }],
];

/** The option of a HUD element and what draws that element alone. */
const elements: readonly [keyof LookOptions, (list: DisplayList, hud: Hud, t: number) => void][] = [
  ['scoreCounter', (list, { ui, score }, t) => drawScoreCounter(list, ui, score, t)],
  ['accuracyCounter', (list, { ui, accuracy }, t) => drawAccuracyCounter(list, ui, accuracy, t)],
  ['progressPie', (list, { ui, progress }, t) => drawProgressPie(list, ui, progress, t)],
  ['comboCounter', (list, { ui, combo }, t) => drawComboCounter(list, ui, combo, t)],
  ['healthBar', (list, { ui, healthBar }, t) => drawHealthBar(list, ui, healthBar, t)],
  ['modIcons', (list, { ui, mods }, t) => drawModIcons(list, ui, mods, t)],
  ['ppCounter', (list, { ui, pp }, t) => drawPpCounter(list, ui, pp, t)],
  ['hitCounts', (list, { ui, hitCounts }, t) => drawHitCounts(list, ui, hitCounts, t)],
  ['aimErrorMeter', (list, { ui, aimMeter }, t) => drawAimErrorMeter(list, ui, aimMeter!, t)],
  ['strainGraph', (list, { ui, strains }, t) => drawStrainGraph(list, ui, strains!, t)],
  ['scoreboard', (list, { ui, scoreboard }, t) => drawScoreboard(list, ui, scoreboard!, t)],
  ['introCard', (list, { ui, introCard }, t) => drawIntroCard(list, ui, introCard, t)],
  ['countdown', (list, { ui, countdown }, t) => drawCountdown(list, ui, countdown, t)],
  ['breakInfo', (list, { ui, breaks }, t) => drawBreaks(list, ui, breaks, t)],
  ['warningArrows', (list, { ui, arrows }, t) => drawWarningArrows(list, ui, arrows, t)],
];

describe.each(sizes)('in %s the option of a HUD element shows only that element:', (_, size) => {
  const plain = buildSceneWith({}, size);
  const plainFrames = framesOf(plain);

  test.each(elements)('%s', (option, draw) => {
    const other = buildSceneWith({ [option]: !plain.options[option] }, size);
    const [shown, with_, without] = plain.options[option]
      ? [plain, plainFrames, framesOf(other)]
      : [other, framesOf(other), plainFrames];
    const own = times.map((t) => print((list) => draw(list, shown.hud, t)));
    expect(own.flat().length).toBeGreaterThan(0);
    for (const i of times.keys()) {
      const at = with_[i]!.indexOf(own[i]![0] ?? '');
      const rest = own[i]!.length === 0 ? with_[i]! : with_[i]!.toSpliced(at, own[i]!.length);
      expect(rest, `at ${times[i]}`).toEqual(without[i]);
    }
  });
});

/** An option, a value other than its default, and every line it may add or remove. */
const others: readonly [keyof LookOptions, boolean | number | string, RegExp][] = [
  ['sliderBreaks', true, /^(letter|fill)/],
  ['unstableRate', false, /^letter [\dUR]/],
  ['introDim', 0.1, /^background/],
  ['breakDim', 0.1, /^background/],
  ['parallax', true, /^background/],
  ['playfieldBorder', true, /^fill .* #ffffff α 0.35$/],
  ['cursorSize', 2, /^user\/cursor(middle|trail)? /],
  ['cursorScaledToCircles', true, /^user\/cursor(middle|trail)? /],
  ['cursorRainbow', true, /^user\/cursor(middle|trail)? /],
  ['cursorRipples', true, /^user\/cursor-ripple /],
  ['cursorTrail', false, /^user\/cursortrail /],
  ['trailScale', 2, /^user\/cursortrail /],
  ['trailDensity', 2, /^user\/cursortrail /],
  ['trailGlow', true, /^user\/cursortrail /],
  ['approachCircles', false, /^user\/approachcircle /],
  ['followPoints', false, /^user\/followpoint /],
  ['comboNumbers', false, /^user\/hitCircle \d/],
  ['hitLighting', 'always', /^default\/lighting /],
  ['sliderMerge', true, /^body /],
  ['sliderComboColour', true, /^body /],
  ['objectRainbow', true, /^(body|user\/(hitcircle|approachcircle|slider))/],
  ['beatFlash', true, /^user\/(hitcircle|sliderstartcircle) .* additive$/],
  ['mistakeMarks', true, /^(stroke|fill|letter)/],
  ['beatScale', true, /^user\/(hitcircle|hitCircle|sliderstartcircle)/],
];

describe.each(sizes)('in %s an option changes only what it names:', (_, size) => {
  const plainFrames = framesOf(buildSceneWith({}, size));

  test.each(others)('%s %s', (option, value, own) => {
    const frames = framesOf(buildSceneWith({ [option]: value }, size));
    const isOther = (line: string) => !own.test(line);
    expect(frames).not.toEqual(plainFrames);
    for (const [i, lines] of frames.entries()) {
      expect(lines.filter(isOther), `at ${times[i]}`).toEqual(plainFrames[i]!.filter(isOther));
    }
  });
});

describe('an option changes only what it names:', () => {
  test('the long trail works with skins that have the short one', () => {
    const skin = { without: ['cursormiddle'] } as const;
    const trailOf = (trailLong: boolean) =>
      printDisplayList(frameAt(buildScene({ ...parts, skin, options: { trailLong } }), 6400))
        .split('\n')
        .filter((line) => line.startsWith('user/cursortrail'));
    expect(trailOf(true).every((line) => line.endsWith('additive'))).toBe(true);
    expect(trailOf(true).length).toBeGreaterThan(0);
    expect(trailOf(false).some((line) => line.endsWith('additive'))).toBe(false);
  });

  test('hit lighting can be disabled for a skin with its own image', () => {
    const lightsOf = (hitLighting: LookOptions['hitLighting']) =>
      print((list) => {
        const scene = buildScene({ ...parts, skin: { glows: true }, options: { hitLighting } });
        for (const item of frameAt(scene, 6100).items) if (item.kind === 'sprite') list.sprite(item.image, item);
      }).filter((line) => line.includes('lighting'));
    expect(lightsOf('skin')).toHaveLength(1);
    expect(lightsOf('never')).toHaveLength(0);
  });

  test('the background blur is in the pixels, not in the display lists', () => {
    expect(framesOf(buildSceneWith({ backgroundBlur: 1 }))).toEqual(defaultFrames);
  });
});

describe('the seizure warning', () => {
  const warned = buildSceneWith({ seizureWarning: true });

  test('precedes the scene by five seconds and changes nothing else', () => {
    expect(warned.span).toEqual({ ...defaultScene.span, start: defaultScene.span.start - 5000 });
    for (const [i, t] of times.entries()) {
      if (t >= defaultScene.span.start)
        expect(printDisplayList(frameAt(warned, t)).split('\n')).toEqual(defaultFrames[i]);
    }
  });

  test('is the only thing visible until then', () => {
    const lines = print((list) => {
      for (const item of frameAt(warned, -2500).items) if (item.kind === 'sprite') list.sprite(item.image, item);
    });
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => !line.startsWith('letter'))).toEqual([]);
  });

  test('precedes a skipped intro, and the play fades in after it', () => {
    const late = { objects: ['256,192,12000,1,0'], timing: ['0,400,4,1,0,100,1,0'] };
    const scene = buildScene({ ...late, options: { seizureWarning: true, skipIntro: true } });
    expect([scene.span.start, scene.opensAt]).toEqual([8800 - 5000, 8800]);
    const dark = (t: number) =>
      frameAt(scene, t).items.findLast((item) => item.kind === 'fill' && item.rect.width >= 1920);
    expect(dark(8799)).toMatchObject({ colour: { r: 0, g: 0, b: 0 } });
    expect(dark(8800)).toMatchObject({ colour: { r: 0, g: 0, b: 0 }, alpha: 1 });
    expect(dark(9300)).toBeUndefined();
  });

  test.each([
    ['by default', undefined, -5000],
    ['before everything', -9000, -5000],
    ['during the warning', -2500, -5000],
    ['with the play', 0, -5000],
    ['later', 1, 1],
  ])('is shown completely or not at all in a video that starts %s', (_, requested, start) => {
    expect(videoStart(warned, requested)).toBe(start);
  });

  test.each([
    [undefined, 0],
    [-9000, 0],
    [0, 0],
    [700, 700],
  ])('if disabled, does not move a video requested to start at %s, which starts at %d', (requested, start) => {
    expect(videoStart(defaultScene, requested)).toBe(start);
  });

  test('takes the same real time at a faster song speed', () => {
    const fast = (seizureWarning: boolean) => buildScene({ ...parts, modBits: 64, options: { seizureWarning } }).span;
    expect(fast(true).start).toBe(fast(false).start - 7500);
  });
});

test('no option makes a frame depend on the frame before', () => {
  const changed = Object.fromEntries(others.map(([option, value]) => [option, value])) as Partial<SceneOptions>;
  const all = { ...changed, aimErrorMeter: true, strainGraph: true, scoreboard: true, seizureWarning: true };
  const there = framesOf(buildSceneWith(all));
  const scene = buildSceneWith(all);
  const back = times.toReversed().map((t) => printDisplayList(frameAt(scene, t)).split('\n'));
  expect(back.reverse()).toEqual(there);
});

test.each([
  ['starFountains', 'star2', 1200],
  ['comboBursts', 'comboburst', 4000],
] as const)('%s: false hides %s', (option, image, t) => {
  const scene = (shown: boolean) =>
    buildScene({
      objects: Array.from({ length: 30 }, (_, i) => `256,192,${1000 + i * 100},${i === 0 ? 5 : 1},0`),
      general: ['StackLeniency: 0'],
      timing: ['0,500,4,1,0,100,1,0', '1000,-100,4,1,0,100,0,1'],
      frames: Array.from({ length: 500 }, (_, i) => [i * 10, 256, 192, i >= 100 && i % 10 < 5 ? 5 : 0] as const),
      options: { [option]: shown },
    });
  expect(printDisplayList(frameAt(scene(true), t))).toContain(`user/${image} `);
  expect(printDisplayList(frameAt(scene(false), t))).not.toContain(`user/${image} `);
});

test('every visual setting has a test here or among the render tests', () => {
  const here = new Set<string>([...elements.map(([option]) => option), ...others.map(([option]) => option)]);
  const rest = Object.keys(renderOptionsOf(defaultSettings)).filter((option) => !here.has(option));
  const [output, seen] = [
    [
      'width',
      'height',
      'fps',
      'speed',
      'skipIntro',
      'resultScreen',
      'ignoreFail',
      'preview',
      'targetSizeMb',
      'volume',
      'musicVolume',
      'hitsoundVolume',
      'hitSounds',
      'nightcoreSamples',
      'comboColours',
      'motionBlur',
      'moments',
      'highlightsSeconds',
    ],
    [
      'seizureWarning',
      'backgroundBlur',
      'backgroundDim',
      'trailLong',
      'skinCursor',
      'storyboard',
      'video',
      'snakingIn',
      'snakingOut',
      'hitErrorMeter',
      'keyOverlay',
      'comboBursts',
      'starFountains',
      // In vision.test.ts.
      'revealObjects',
    ],
  ];
  expect(rest.toSorted()).toEqual([...output, ...seen].toSorted());
});
