import { describe, expect, test } from 'vitest';
import { madeHud, playParts } from '../../../../test/support/made-hud.ts';
import { madeScene } from '../../../../test/support/made-scene.ts';
import { createDisplayList, type DisplayItem } from '../display-list/display-list.ts';
import { frameAt } from '../index.ts';
import { formatPercent } from './counters/accuracy-counter.ts';
import { displayedTexts } from './displayed-texts.ts';
import { drawHud, type Hud } from './hud.ts';
import { resultNumbers } from './results/result-numbers.ts';

const times = [-1000, 0, 1999, 2100, 2600, 4120, 4800, 6000, 7200, 9050, 10_600];

function itemsOf(hud: Hud, t: number): readonly DisplayItem[] {
  const list = createDisplayList();
  drawHud(list, hud, t);
  return list.items;
}

test('a moment looks the same whichever was shown before it', () => {
  const options = { keyOverlay: true, hitErrorMeter: true };
  const hud = madeHud({ options });
  for (const t of [...times, ...times.toReversed(), ...times.filter((_, i) => i % 3 === 0)]) {
    expect(itemsOf(hud, t)).toEqual(itemsOf(madeHud({ options }), t));
  }
});

describe('options', () => {
  const isKey = (item: DisplayItem) =>
    item.kind === 'sprite' && (/inputoverlay|scoreEntry/.test(item.image) || /letter [12KM]/.test(item.image));

  test('the key overlay is drawn when asked for, and nothing else changes', () => {
    const [without, with_] = [false, true].map((keyOverlay) => madeHud({ options: { keyOverlay } }));
    for (const t of times) {
      const more = itemsOf(with_!, t);
      expect(more.filter((item) => item.kind === 'sprite' && item.image.includes('inputoverlay'))).toHaveLength(5);
      const x = with_!.ui.viewport.ui(with_!.ui.viewport.uiWidth - 60, 0).x;
      const atTheEdge = (item: DisplayItem) =>
        item.kind === 'sprite' && item.at.x > x && item.at.y > 440 && isKey(item);
      expect(more.filter((item) => !atTheEdge(item))).toEqual(itemsOf(without!, t));
    }
  });

  test('the hit error meter is drawn when asked for, and nothing else changes', () => {
    const [without, with_] = [false, true].map((hitErrorMeter) => madeHud({ options: { hitErrorMeter } }));
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

describe('the end', () => {
  const scene = madeScene(playParts);
  const names = (t: number) => frameAt(scene, t).items.map((item) => (item.kind === 'sprite' ? item.image : item.kind));

  test('until the results there is the play, from then on the results alone', () => {
    const before = names(scene.resultsAt! - 1);
    expect(before).toContain('user/scorebar-bg');
    expect(before).not.toContain('user/ranking-panel');
    const after = names(scene.resultsAt!);
    expect(after).toContain('user/ranking-panel');
    expect(after).not.toContain('user/scorebar-bg');
    expect(after).not.toContain('user/cursor');
  });

  test('a play that stopped has none', () => {
    expect(madeHud({ frames: playParts.frames!.slice(0, 400) }).results).toBeNull();
  });
});

describe('the numbers of the results', () => {
  const { play, replay, mods } = madeScene(playParts);
  const header = (changes: Partial<typeof replay.header>) =>
    resultNumbers({ play, mods, replay: { ...replay, header: { ...replay.header, ...changes } } });

  test('are those of the replay where ours differ', () => {
    expect(header({})).toMatchObject({ n300: 300, n100: 20, misses: 2, maxCombo: 321, score: 1_234_567, geki: 40 });
    expect(header({}).accuracy).toBeCloseTo((300 * 300 + 20 * 100 + 3 * 50) / (325 * 300), 12);
  });

  test('are ours where the replay has none', () => {
    const counts = { n300: 0, n100: 0, n50: 0, geki: 0, katu: 0, miss: 0 };
    expect(header({ counts })).toMatchObject({ n300: 5, n100: 1, n50: 1, misses: 1, score: play.result.score });
  });

  test('have our geki and katu where the replay leaves only these out', () => {
    const counts = { n300: 5, n100: 1, n50: 1, geki: 0, katu: 0, miss: 1 };
    expect(header({ counts })).toMatchObject({ geki: play.result.geki, katu: play.result.katu, n300: 5 });
  });
});

test.each([
  [1, '100.00%'],
  [0.99999, '99.99%'],
  [0.9748, '97.48%'],
  [0, '0.00%'],
])('an accuracy of %d reads %s', (accuracy, text) => {
  expect(formatPercent(accuracy)).toBe(text);
});

test('the words of a show are all it writes besides ASCII', () => {
  const { play, replay } = madeScene(playParts);
  expect(displayedTexts(play.map.beatmap, replay).join('')).toContain('プレイヤー one');
  const known = new Set(displayedTexts(play.map.beatmap, replay).join(''));
  const hud = madeHud({ options: { hitErrorMeter: true, keyOverlay: true } });
  const letters = times.flatMap((t) =>
    itemsOf(hud, t).flatMap((item) =>
      item.kind === 'sprite' && item.image.startsWith('letter ') ? [item.image.slice(7)] : [],
    ),
  );
  expect(letters.length).toBeGreaterThan(100);
  expect(letters.filter((letter) => letter > '~' && !known.has(letter))).toEqual([]);
});
