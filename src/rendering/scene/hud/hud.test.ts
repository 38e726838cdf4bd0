import { describe, expect, test } from 'vitest';
import { buildHud, playParts } from '../../../../test/support/scene/build-hud.ts';
import { buildScene } from '../../../../test/support/scene/build-scene.ts';
import { resultNumbers } from '../../../game/play/index.ts';
import { smoothedAt } from '../animation/smoothed-value.ts';
import { createDisplayList, type DisplayItem } from '../display-list/display-list.ts';
import { frameAt } from '../index.ts';
import { drawAccuracyCounter, formatAccuracy } from './counters/accuracy-counter.ts';
import { drawComboCounter } from './counters/combo-counter.ts';
import { displayedTexts } from './displayed-texts.ts';
import { drawHud, type Hud } from './hud.ts';

const times = [-1000, 0, 1999, 2100, 2600, 4120, 4800, 6000, 7200, 9050, 10_600];

function itemsOf(hud: Hud, t: number): readonly DisplayItem[] {
  const list = createDisplayList();
  drawHud(list, hud, t);
  return list.items;
}

test('the HUD does not depend on frames drawn before', () => {
  const options = { keyOverlay: true, hitErrorMeter: true };
  const hud = buildHud({ options });
  for (const t of [...times, ...times.toReversed(), ...times.filter((_, i) => i % 3 === 0)]) {
    expect(itemsOf(hud, t)).toEqual(itemsOf(buildHud({ options }), t));
  }
});

test('the health bar lies on score, accuracy, pie and hit error meter, and below the combo and the keys', () => {
  const hud = buildHud({ options: { keyOverlay: true, hitErrorMeter: true } });
  const items = itemsOf(hud, 2600);
  const indexOf = (name: string) =>
    items.findIndex((item) => (item.kind === 'sprite' ? item.image.startsWith(name) : item.kind === name));
  const order = ['user/score ', 'user/circularmetre', 'fill', 'user/scorebar-bg', 'user/combo ', 'user/inputoverlay'];
  expect(order.map(indexOf).every((index) => index >= 0)).toBe(true);
  expect(order.map(indexOf)).toEqual(order.map(indexOf).toSorted((a, b) => a - b));
});

test('in a stream the combo changes and bumps with the next hit', () => {
  const times = [2000, 2100, 2200];
  const hud = buildHud({
    objects: times.map((t, i) => `256,192,${t},${i === 0 ? 5 : 1},0`),
    events: [],
    frames: Array.from({ length: 400 }, (_, n): [number, number, number, number] => {
      const hit = times.findIndex((t) => n * 10 >= t && n * 10 < t + 50);
      return [n * 10, 256, 192, hit < 0 ? 0 : hit % 2 === 0 ? 5 : 10];
    }),
  });
  const countAt = (t: number) => {
    const list = createDisplayList();
    drawComboCounter(list, hud.ui, hud.combo, t);
    const [digit] = list.items.filter((item) => item.kind === 'sprite' && !item.additive);
    return digit?.kind === 'sprite' ? [digit.image, Math.round((digit.scale / hud.ui.viewport.uiPx / 1.28) * 100)] : [];
  };
  expect(countAt(2099)).toEqual([]);
  expect(countAt(2100)).toEqual(['user/combo 1', 100]);
  expect(countAt(2150)).toEqual(['user/combo 1', 110]);
  expect(countAt(2200)).toEqual(['user/combo 2', 100]);
  expect(countAt(2250)).toEqual(['user/combo 2', 110]);
  expect(countAt(2300)).toEqual(['user/combo 2', 100]);
  expect(countAt(2410)).toEqual(['user/combo 3', 110]);
});

describe('options', () => {
  const isKey = (item: DisplayItem) =>
    item.kind === 'sprite' && (/inputoverlay|scoreEntry/.test(item.image) || /letter [12KM]/.test(item.image));

  test('the key overlay appears with its option, and nothing else changes', () => {
    const [without, with_] = [false, true].map((keyOverlay) => buildHud({ options: { keyOverlay } }));
    for (const t of times) {
      const more = itemsOf(with_!, t);
      expect(more.filter((item) => item.kind === 'sprite' && item.image.includes('inputoverlay'))).toHaveLength(5);
      const x = with_!.ui.viewport.ui(with_!.ui.viewport.uiWidth - 60, 0).x;
      const atTheEdge = (item: DisplayItem) =>
        item.kind === 'sprite' && item.at.x > x && item.at.y > 440 && isKey(item);
      expect(more.filter((item) => !atTheEdge(item))).toEqual(itemsOf(without!, t));
    }
  });

  test('the hit error meter appears with its option, and nothing else changes', () => {
    const [without, with_] = [false, true].map((hitErrorMeter) => buildHud({ options: { hitErrorMeter } }));
    for (const t of times) {
      const bottom = (item: DisplayItem) =>
        (item.kind === 'fill' && item.rect.top > 1040) ||
        (item.kind === 'sprite' && item.at.y > 1010 && Math.abs(item.at.x - 960) < 200);
      const more = itemsOf(with_!, t);
      expect(more.filter(bottom).length > 0).toBe((t >= 2000 && t < 8610) || t >= 10_000);
      expect(more.filter((item) => !bottom(item))).toEqual(itemsOf(without!, t));
    }
  });
});

describe('the results screen', () => {
  const scene = buildScene(playParts);
  const names = (t: number) => frameAt(scene, t).items.map((item) => (item.kind === 'sprite' ? item.image : item.kind));

  test('replaces the play when it starts', () => {
    const before = names(scene.resultsAt! - 1);
    expect(before).toContain('user/scorebar-bg');
    expect(before).not.toContain('user/ranking-panel');
    const after = names(scene.resultsAt!);
    expect(after).toContain('user/ranking-panel');
    expect(after).not.toContain('user/scorebar-bg');
    expect(after).not.toContain('user/cursor');
  });

  test('is absent for a replay that stops early', () => {
    expect(buildHud({ frames: playParts.frames!.slice(0, 400) }).results).toBeNull();
  });
});

describe('the numbers on the results screen', () => {
  const { play, replay, mods } = buildScene({ ...playParts, score: 1_234_567 });
  const header = (changes: Partial<typeof replay.header>) =>
    resultNumbers({ play, mods, replay: { ...replay, header: { ...replay.header, ...changes } } });

  test('come from the replay if ours differ', () => {
    expect(header({})).toMatchObject({ n300: 300, n100: 20, misses: 2, maxCombo: 321, score: 1_234_567, geki: 40 });
    expect(header({}).accuracy).toBeCloseTo((300 * 300 + 20 * 100 + 3 * 50) / (325 * 300), 12);
  });

  test('are ours if the replay has none', () => {
    const counts = { n300: 0, n100: 0, n50: 0, geki: 0, katu: 0, miss: 0 };
    expect(header({ counts })).toMatchObject({ n300: 5, n100: 1, n50: 1, misses: 1, score: play.result.score });
  });

  test('have our score if the replay lacks only that', () => {
    expect(header({ score: 0 })).toMatchObject({ n300: 300, score: play.result.score });
  });

  test('end where the counter ends', () => {
    const hud = buildHud({ score: 4321 });
    expect(hud.results?.score).toBe('00004321');
    expect(smoothedAt(hud.score.rolling, hud.results!.opensAt)).toBeCloseTo(4321, 0);
  });

  test('have our geki and katu if the replay lacks only these', () => {
    const counts = { n300: 5, n100: 1, n50: 1, geki: 0, katu: 0, miss: 1 };
    expect(header({ counts })).toMatchObject({ geki: play.result.geki, katu: play.result.katu, n300: 5 });
  });
});

test.each([
  [1, 'lazer', '100.00%'],
  [0.99999, 'lazer', '99.99%'],
  [0.99999, 'stable', '100.00%'],
  [0.98765, 'lazer', '98.76%'],
  [0.98766, 'stable', '98.77%'],
  [0.9, 'lazer', '90.00%'],
  [0, 'stable', '0.00%'],
] as const)('an accuracy of %d is formatted by %s as %s', (accuracy, rules, text) => {
  expect(formatAccuracy(accuracy, rules)).toBe(text);
});

test('counter and results of a stable play round the accuracy', () => {
  const { replay } = buildScene(playParts);
  const counts = { n300: 2, n100: 0, n50: 0, geki: 0, katu: 0, miss: 1 };
  const hud = buildHud({}, { replay: { ...replay, header: { ...replay.header, counts } } });
  expect(hud.results?.accuracy).toBe('66.67%');
  const list = createDisplayList();
  drawAccuracyCounter(list, hud.ui, hud.accuracy, 10_490);
  const text = list.items.map((item) => (item.kind === 'sprite' ? item.image.replace('user/score ', '') : ''));
  // Four with 300, one with 100, one with 50 and a miss are 64.286 %.
  expect(text.join('')).toBe('64.29%');
});

test('the displayed texts contain every character beyond ASCII that the HUD draws', () => {
  const { play, replay } = buildScene(playParts);
  expect(displayedTexts(play.map.beatmap, replay).join('')).toContain('プレイヤー one');
  const loaded = new Set(displayedTexts(play.map.beatmap, replay).join(''));
  const hud = buildHud({ options: { hitErrorMeter: true, keyOverlay: true } });
  const letters = times.flatMap((t) =>
    itemsOf(hud, t).flatMap((item) =>
      item.kind === 'sprite' && item.image.startsWith('letter ') ? [item.image.slice(7)] : [],
    ),
  );
  expect(letters.length).toBeGreaterThan(100);
  expect(letters.filter((letter) => letter > '~' && !loaded.has(letter))).toEqual([]);
});
