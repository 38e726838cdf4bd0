import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBeatmapByMd5, openArchive } from '../../game/archive/index.ts';
import { type PlayableMap, parseBeatmap, visibleBreaks } from '../../game/beatmap/index.ts';
import { stableMods } from '../../game/mods/index.ts';
import { judge, type Play } from '../../game/play/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import { sampleRate } from '../synth/index.ts';
import { barCount, beatMs, beatsPerBar, melody } from './arrangement.ts';
import { drawBackground } from './background.ts';
import { demoBeatmap, playDemo } from './index.ts';
import { files } from './map/beatmap.ts';
import { playSong } from './music/song.ts';
import { writeDemo } from './write-demo.ts';

const beatmapFile = demoBeatmap();
const { beatmap, warnings } = parseBeatmap(beatmapFile);
const replayFile = playDemo(beatmapFile);
const replay: Replay = readReplay(replayFile);
const play: Play = judge(beatmap, replay, stableMods(0));
const map: PlayableMap = play.map;
let song: Float32Array;
beforeAll(() => {
  song = playSong();
});

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
    for (const object of map.objects) {
      for (const { x, y } of object.kind === 'slider' ? [object.at, object.endPosition] : [object.at]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(512);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(384);
      }
    }
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
    for (let i = 1; i < times.length; i++) {
      const elapsed = times[i]! - times[i - 1]!;
      expect(elapsed).toBeLessThanOrEqual(20);
      expect(Math.hypot(xs[i]! - xs[i - 1]!, ys[i]! - ys[i - 1]!) / elapsed).toBeLessThan(5);
    }
  });
});

test('map, replay and background are deterministic', () => {
  expect(demoBeatmap()).toEqual(beatmapFile);
  expect(Buffer.from(playDemo(beatmapFile)).equals(replayFile)).toBe(true);
  expect(drawBackground().equals(drawBackground())).toBe(true);
});

test('the song has the length of its bars, headroom, and no silent bar', () => {
  const bar = (beatsPerBar * beatMs * sampleRate * 2) / 1000;
  expect(song.length).toBeGreaterThanOrEqual(bar * barCount);
  for (let i = 0; i < barCount; i++) {
    const peak = song.subarray(i * bar, (i + 1) * bar).reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    expect(peak).toBeGreaterThan(0.03);
    expect(peak).toBeLessThan(0.75);
  }
});

describe('the files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reprise-demo-'));
    await writeDemo(folder, song);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are an archive with map, song and background, and the replay', () => {
    expect(readdirSync(folder).sort()).toEqual(['demo.osr', 'demo.osz']);
    const archive = openArchive(readFileSync(join(folder, 'demo.osz')));
    expect(archive.entries.map(({ name }) => name).sort()).toEqual(Object.values(files).sort());
    expect(archive.read(files.song)!.subarray(0, 4)).toEqual(new TextEncoder().encode('OggS'));
    expect(readFileSync(join(folder, 'demo.osz')).length).toBeLessThan(3_000_000);
  });

  test('belong together: the replay finds its map by its MD5', () => {
    const archive = openArchive(readFileSync(join(folder, 'demo.osz')));
    const found = findBeatmapByMd5(archive, readReplay(readFileSync(join(folder, 'demo.osr'))).header.beatmapMd5);
    expect(found).not.toBeNull();
  });
});
