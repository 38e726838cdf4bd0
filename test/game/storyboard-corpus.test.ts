import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { parseBeatmap } from '../../src/game/beatmap/index.ts';
import { parseStoryboard, type Storyboard } from '../../src/game/storyboard/index.ts';
import { sharedData } from '../support/files/shared-data.ts';

if (!sharedData) console.log('No shared data: real storyboards are not tested.');
const files = sharedData ? [...storyboardsIn(sharedData)] : [];

/** Two files have an intentionally broken line. */
const broken = /error_line_index/;

describe.runIf(sharedData)('real storyboards', () => {
  test('are complete', () => {
    expect(files.filter(({ name }) => name.endsWith('.osb')).length).toBeGreaterThanOrEqual(14);
  });

  test.each(files)('$name is parsed with all of its objects and commands', ({ name, bytes }) => {
    const { storyboard, warnings } = name.endsWith('.osb') ? parseStoryboard(bytes) : fromMap(bytes);
    expect(countsOf(storyboard)).toEqual(countLines(new TextDecoder().decode(bytes)));
    if (name.endsWith('.osb')) expect(warnings.length).toBe(broken.test(name) ? 1 : 0);
    for (const { timeline } of storyboard.sprites) {
      if (timeline.lifetime) expect(timeline.lifetime.end).toBeGreaterThanOrEqual(timeline.lifetime.start);
    }
  });

  test.each([
    ['animation-starts-before-alpha.osb', [1000]],
    ['animation-loop-no-explicit-end-time.osb', [2000]],
    ['out-of-order-starttimes.osb', [1500, 1000]],
    ['loop-containing-earlier-non-zero-fade.osb', [1000, 1000]],
  ])('the sprites of %s appear at %j', (name, starts) => {
    const { bytes } = files.find((file) => file.name.endsWith(name))!;
    const { sprites } = parseStoryboard(bytes).storyboard;
    expect(sprites.map(({ timeline }) => timeline.lifetime!.start)).toEqual(starts);
  });
});

function fromMap(bytes: Uint8Array) {
  const { beatmap, warnings } = parseBeatmap(bytes);
  return { storyboard: beatmap.storyboard, warnings };
}

/** Objects, loops and triggers in the parsed storyboard. */
function countsOf({ sprites, samples, videos }: Storyboard) {
  const loops = new Set(
    sprites.flatMap(({ timeline }, i) =>
      Object.values(timeline.tracks).flatMap(({ parts }) =>
        parts.flatMap(({ loop }) => (loop ? [`${i} ${loop.start} ${loop.count} ${loop.period}`] : [])),
      ),
    ),
  );
  const animations = sprites.filter(({ animation }) => animation !== null).length;
  return {
    sprites: sprites.length - animations,
    animations,
    samples: samples.length,
    videos: videos.length,
    hasLoops: loops.size > 0,
    triggers: sprites.reduce((sum, { timeline }) => sum + timeline.triggers.length, 0),
  };
}

/** The same counts from the lines of the file. */
function countLines(text: string) {
  const events = text.split(/^\[Events\]\s*$/m)[1]?.split(/^\[/m)[0] ?? '';
  const lines = events.split(/\r\n|\r|\n/);
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  return {
    sprites: count(/^(Sprite|4),/),
    animations: count(/^(Animation|6),/),
    samples: count(/^(Sample|5),/),
    videos: count(/^(Video|1),.*\.(avi|mp4|flv)/i),
    hasLoops: count(/^[ _]+L,/) > 0,
    triggers: count(/^[ _]+T,/),
  };
}

function* storyboardsIn(folder: string): Generator<{ name: string; bytes: Uint8Array }> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.name.endsWith('.osb')) yield { name, bytes: readFileSync(path) };
    if (entry.name.endsWith('.osu') && /^Sprite,/m.test(readFileSync(path, 'utf8'))) {
      yield { name, bytes: readFileSync(path) };
    }
    if (!entry.name.endsWith('.osz')) continue;
    const isStoryboard = (file: { name: string }) => file.name.endsWith('.osb');
    for (const [inner, bytes] of Object.entries(unzipSync(readFileSync(path), { filter: isStoryboard }))) {
      yield { name: `${name}/${inner}`, bytes };
    }
  }
}
