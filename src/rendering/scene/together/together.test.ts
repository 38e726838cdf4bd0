import { describe, expect, test } from 'vitest';
import { demoReplays } from '../../../../test/support/replays/demo-players.ts';
import { typeface } from '../../../../test/support/scene/build-hud.ts';
import { buildTogether, openDemoPlays } from '../../../../test/support/scene/build-together.ts';
import type { Rgb } from '../../../game/units.ts';
import { createDisplayList } from '../display-list/display-list.ts';
import { printDisplayList } from '../display-list/print-display-list.ts';
import { textWidth } from '../display-list/text.ts';
import { frameAt } from '../frame.ts';
import { fitName, shortenName } from '../hud/fit-name.ts';
import { formatPlace, formatTime } from '../hud/format-numbers.ts';
import { drawStandings } from '../hud/standings/standings.ts';
import { createScene, type Scene } from '../scene.ts';
import { playerColour } from './player-colours.ts';
import { playerImages } from './player-cursors.ts';

const ghosts = buildTogether(4, { layout: 'ghosts' });
const knockout = buildTogether(6, { layout: 'knockout' });
const discsAt = (scene: Scene, t: number) =>
  frameAt(scene, t).items.filter((item) => item.kind === 'sprite' && item.image === playerImages.disc).length;
const standingsOf = (scene: Scene, t: number) => {
  const list = createDisplayList();
  if (scene.hud.standings) drawStandings(list, scene.hud.ui, scene.hud.standings, t);
  return printDisplayList(list);
};

/** The weighted distance of two colours of CompuPhase's "low-cost approximation". */
function distance(a: Rgb, b: Rgb): number {
  const red = (a.r + b.r) / 2 / 256;
  return Math.sqrt((2 + red) * (a.r - b.r) ** 2 + 4 * (a.g - b.g) ** 2 + (3 - red) * (a.b - b.b) ** 2);
}

describe('colours', () => {
  test('no two of fifty look alike, and all are bright enough for a dark background', () => {
    const colours = Array.from({ length: 50 }, (_, player) => playerColour(player));
    const distances = colours.flatMap((a, i) => colours.slice(0, i).map((b) => distance(a, b)));
    // 100 is about the distance between yellow and lime.
    expect(Math.min(...distances)).toBeGreaterThan(40);
    for (const { r, g, b } of colours) expect(0.2126 * r + 0.7152 * g + 0.0722 * b).toBeGreaterThan(100);
  });
});

describe('names', () => {
  test('of 200 characters are cut in a line with other words, between characters', () => {
    expect(shortenName('Aurelia')).toBe('Aurelia');
    expect(shortenName('😀'.repeat(200))).toBe(`${'😀'.repeat(40)}…`);
  });

  test.each([
    ['Aurelia', 'Aurelia'],
    ['<script>alert(1)</script>', '<script>alert(…'],
    ['x'.repeat(200), `${'x'.repeat(14)}…`],
  ])('%s fits into its place', (name, expected) => {
    const fitted = fitName({ typeface }, name, { size: 20, maxWidth: 120 });
    expect(fitted.text).toBe(expected);
    expect(textWidth(typeface, fitted.text) * fitted.size).toBeLessThanOrEqual(120);
    expect(fitted.size).toBeGreaterThanOrEqual(16);
  });
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
  [50, '50th'],
])('place %d is written %s', (place, expected) => {
  expect(formatPlace(place)).toBe(expected);
});

test.each([
  [-1, '0:00'],
  [59_999, '0:59'],
  [60_000, '1:00'],
  [605_000, '10:05'],
])('%d ms is written %s', (time, expected) => {
  expect(formatTime(time)).toBe(expected);
});

describe('ghosts', () => {
  test('every player has a cursor of one colour', () => {
    const tints = frameAt(ghosts, 20_000).items.flatMap((item) =>
      item.kind === 'sprite' && item.image === playerImages.disc ? [item.tint] : [],
    );
    expect(tints).toEqual([3, 2, 1, 0].map(playerColour));
  });

  test('a frame depends on its time only', () => {
    const print = (t: number) => printDisplayList(frameAt(ghosts, t));
    const before = print(20_000);
    print(40_000);
    expect(print(20_000)).toBe(before);
  });

  test('the list of players appears when the intro has faded out', () => {
    expect(standingsOf(ghosts, 0)).toBe('');
    expect(standingsOf(ghosts, 20_000)).toContain('letter');
  });

  test('a player who fails leaves the playfield', () => {
    const { together } = ghosts;
    if (!together) throw new Error('There are no players.');
    const [first, second, ...others] = together.tracks;
    const failed = { ...second!, failedAt: 15_000 };
    const scene = createScene({ ...ghosts, together: { ...together, tracks: [first!, failed, ...others] } });
    expect(discsAt(scene, 14_999)).toBe(4);
    expect(discsAt(scene, 15_600)).toBe(3);
  });
});

describe('a knockout', () => {
  const drops = knockout.dropOutLabels.map(({ time }) => time);

  test('cursors leave one after the other, and one stays', () => {
    const first = drops[0] ?? 0;
    expect(discsAt(knockout, first - 1)).toBe(6);
    expect(discsAt(knockout, first + 600)).toBeLessThan(6);
    expect(discsAt(knockout, (knockout.resultsAt ?? 0) - 1)).toBe(6 - drops.length);
    expect(drops.length).toBeGreaterThan(2);
  });

  test('shows nothing of the winner alone, and not the name', () => {
    const { options } = knockout;
    expect(options).toMatchObject({ scoreCounter: false, comboCounter: false, healthBar: false, keyOverlay: false });
    expect(JSON.stringify(knockout.hud.introCard)).toContain('6 players');
    expect(JSON.stringify(knockout.hud.introCard)).not.toContain(knockout.replay.header.player);
  });

  test('the play that is drawn is that of the winner', () => {
    const { opened, together } = openDemoPlays(demoReplays(6), { layout: 'knockout' });
    expect(together.knockout?.places[together.shown]).toBe(1);
    expect(opened.replay.header.player).toBe(together.tracks[together.shown]?.name);
  });
});

test('a scoreboard with rivals keeps the cursor and the HUD of the play', () => {
  const scene = buildTogether(3, { layout: 'scoreboard' });
  expect(scene.playerCursors).toBeNull();
  expect(scene.hud.table).toBeNull();
  expect(scene.hud.standings?.rows).toHaveLength(3);
  expect(JSON.stringify(scene.hud.introCard)).toContain('played by');
});
