import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBeatmapByMd5, openArchive } from '../../../src/game/archive/index.ts';
import { readReplay } from '../../../src/game/replay/index.ts';
import { barCount, beatMs, beatsPerBar } from '../../../src/rendering/demo/arrangement.ts';
import { files } from '../../../src/rendering/demo/map/beatmap.ts';
import { sampleRate } from '../../../src/rendering/synth/index.ts';
import { decodeStream } from '../../../src/rendering/video/audio/decode.ts';
import { assets } from '../../support/processes/built-files.ts';
import { emptyFolder } from '../../support/rendering/test-render.ts';
import { readAll } from '../../support/video/test-sound.ts';

// The files of the demo as the build has made them: playing the song again would take longer than all of these tests.

const folder = join(assets, 'demo');
const archive = openArchive(readFileSync(join(folder, 'demo.osz')));

test('the files are an archive with map, song and background, and the replay', () => {
  expect(readdirSync(folder).sort()).toEqual(['demo.osr', 'demo.osz']);
  expect(archive.entries.map(({ name }) => name).sort()).toEqual(Object.values(files).sort());
  expect(archive.read(files.song)!.subarray(0, 4)).toEqual(new TextEncoder().encode('OggS'));
  expect(readFileSync(join(folder, 'demo.osz')).length).toBeLessThan(3_000_000);
});

test('the files belong together: the replay finds its map by its MD5', () => {
  const { beatmapMd5 } = readReplay(readFileSync(join(folder, 'demo.osr'))).header;
  expect(findBeatmapByMd5(archive, beatmapMd5)).not.toBeNull();
});

test('the song has the length of its bars, headroom, and no silent bar', () => {
  const file = join(emptyFolder(), 'song.ogg');
  writeFileSync(file, archive.read(files.song)!);
  const stream = decodeStream(file)!;
  const song = readAll(stream);
  stream.close();
  const bar = (beatsPerBar * beatMs * sampleRate * 2) / 1000;
  expect(song.length).toBeGreaterThanOrEqual(bar * barCount);
  for (let i = 0; i < barCount; i++) {
    const peak = song.subarray(i * bar, (i + 1) * bar).reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    expect(peak).toBeGreaterThan(0.03);
    // Lossy encoding raises peaks a little.
    expect(peak).toBeLessThan(0.85);
  }
});
