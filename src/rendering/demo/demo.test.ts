import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type PlayableMap, parseBeatmap, visibleBreaks } from '../../game/beatmap/index.ts';
import { stableMods } from '../../game/mods/index.ts';
import { judge, type Play } from '../../game/play/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import { beatMs, melody } from './arrangement.ts';
import { drawBackground } from './background.ts';
import { demoBeatmap, playDemo } from './index.ts';

// test/render/output/demo.test.ts tests the files that the build makes of it, and the song.

const beatmapFile = demoBeatmap();
const { beatmap, warnings } = parseBeatmap(beatmapFile);
const replayFile = playDemo(beatmapFile);
const replay: Replay = readReplay(replayFile);
const play: Play = judge(beatmap, replay, stableMods(0));
const map: PlayableMap = play.map;

describe('the map', () => {
  test('is read without a warning', () => {
    expect(warnings).toEqual([]);
  });

  test('has a circle or a slider for every note of the melody, in time with it, and a spinner', () => {
    const hit = map.objects.filter(({ kind }) => kind !== 'spinner').map(({ startTime }) => startTime);
    expect(hit).toEqual(melody.map(({ beat }) => beat * beatMs));
    expect(map.objects.filter(({ kind }) => kind === 'spinner')).toHaveLength(1);
  });

  test('has every kind of slider, ticks, repeats, stacks, a break and kiai', () => {
    const sliders = map.objects.filter((object) => object.kind === 'slider');
    const curves = new Set(
      beatmap.objects.flatMap((o) => (o.kind === 'slider' ? o.curve.map(({ type }) => type) : [])),
    );
    const points = new Set(sliders.flatMap((slider) => slider.points.map(({ kind }) => kind)));
    expect(curves).toEqual(new Set(['linear', 'bezier', 'perfect', 'catmull']));
    expect(points).toEqual(new Set(['tick', 'repeat', 'end']));
    expect(map.objects.some(({ stackHeight }) => stackHeight > 0)).toBe(true);
    expect(visibleBreaks(beatmap)).toHaveLength(1);
    expect(beatmap.timingPoints.some(({ kiai }) => kiai)).toBe(true);
    expect(Math.max(...map.objects.map(({ comboIndex }) => comboIndex))).toBeGreaterThan(20);
  });

  test('stays inside the playfield', () => {
    const ends = map.objects.flatMap((object) =>
      object.kind === 'slider' ? [object.at, object.endPosition] : [object.at],
    );
    expect(ends.filter(({ x, y }) => !(x >= 0 && x <= 512 && y >= 0 && y <= 384))).toEqual([]);
  });
});

describe('the replay', () => {
  test('is accepted by the service and belongs to this map', () => {
    expect(() => requireRenderable(replay)).not.toThrow();
    expect(replay.header.beatmapMd5).toBe(createHash('md5').update(beatmapFile).digest('hex'));
  });

  test('has the judged totals in its header', () => {
    const { n300, n100, n50, geki, katu, misses, score, maxCombo } = play.result;
    expect(replay.header.counts).toEqual({ n300, n100, n50, geki, katu, miss: misses });
    expect(replay.header).toMatchObject({ score, maxCombo, perfect: false });
  });

  test('is a good but human play', () => {
    const { n300, n100, n50, misses, accuracy, unstableRate } = play.result;
    expect(n300 + n100 + n50 + misses).toBe(map.objects.length);
    expect(n100).toBeGreaterThanOrEqual(3);
    expect(n50).toBeGreaterThanOrEqual(1);
    expect(misses).toBe(2);
    expect(accuracy).toBeGreaterThan(0.93);
    expect(unstableRate).toBeGreaterThan(60);
    expect(unstableRate).toBeLessThan(170);
    expect(play.failedAt).toBeNull();
    // A slider that is let go of on its way.
    expect(play.judgements.some(({ part, result }) => part === 'tick' && result === 'miss')).toBe(true);
    const spinner = play.objects.find(({ kind }) => kind === 'spinner');
    expect(spinner).toMatchObject({ result: 'great' });
  });

  test('uses two keys, and releases a key before pressing it again', () => {
    const [k1, k2] = play.keys;
    expect(k1!.downs.length).toBeGreaterThan(40);
    expect(k2!.downs.length).toBeGreaterThan(20);
    for (const { downs, ups } of [k1!, k2!]) {
      for (let i = 1; i < downs.length; i++) expect(downs[i]!).toBeGreaterThan(ups[i - 1]!);
    }
  });

  test('moves the cursor smoothly, at a human speed, with frames a few milliseconds apart', () => {
    const { times, xs, ys } = replay.frames;
    const jumps: number[] = [];
    for (let i = 1; i < times.length; i++) {
      const elapsed = times[i]! - times[i - 1]!;
      const speed = Math.hypot(xs[i]! - xs[i - 1]!, ys[i]! - ys[i - 1]!) / elapsed;
      // A division of zero by zero is no speed either.
      if (!(elapsed <= 20 && speed < 5)) jumps.push(times[i]!);
    }
    expect(jumps).toEqual([]);
  });
});

test('map, replay and background are deterministic', () => {
  expect(demoBeatmap()).toEqual(beatmapFile);
  expect(Buffer.from(playDemo(beatmapFile)).equals(replayFile)).toBe(true);
  expect(drawBackground().equals(drawBackground())).toBe(true);
});
