import { describe, expect, test } from 'vitest';
import { buildHud, playParts } from '../../../../test/support/build-hud.ts';
import { buildScene } from '../../../../test/support/build-scene.ts';
import { createDisplayList, type DisplayItem } from '../display-list/display-list.ts';
import { frameAt } from '../index.ts';
import { formatAccuracy } from './counters/accuracy-counter.ts';
import { displayedTexts } from './displayed-texts.ts';
import { drawHud, type Hud } from './hud.ts';
import { resultNumbers } from './results/result-numbers.ts';

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
  const { play, replay, mods } = buildScene(playParts);
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

  test('have our geki and katu if the replay lacks only these', () => {
    const counts = { n300: 5, n100: 1, n50: 1, geki: 0, katu: 0, miss: 1 };
    expect(header({ counts })).toMatchObject({ geki: play.result.geki, katu: play.result.katu, n300: 5 });
  });
});

test.each([
  [1, '100.00%'],
  [0.99999, '99.99%'],
  [0.9, '90.00%'],
  [0, '0.00%'],
])('an accuracy of %d is formatted as %s by lazer', (accuracy, text) => {
  expect(formatAccuracy(accuracy, 'lazer')).toBe(text);
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
