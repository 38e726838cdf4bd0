import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBeatmapByMd5, openArchive } from '../../src/game/archive/index.ts';
import { type DisplayItem, frameAt, soundsOf } from '../../src/rendering/scene/index.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { readRealReplay } from '../support/replays/real-replays.ts';
import { buildSceneOfReplay } from '../support/scene/build-scene.ts';

interface Pair {
  readonly id: string;
  readonly path: string;
  readonly category: string;
  readonly map_path: string;
  readonly osu_file: string;
}

if (sharedData === null) console.log('No shared data: real plays are not tested.');
const pairs: Pair[] =
  sharedData === null
    ? []
    : JSON.parse(readFileSync(join(sharedData, 'manifest.json'), 'utf8')).replays.filter(
        ({ category }: Pair) => category === 'pair-media',
      );

describe.runIf(pairs.length > 0)('real plays', () => {
  test.each(pairs.map((pair) => [pair.id, pair] as const))(
    '%s has valid frames and sounds from start to end',
    (_, pair) => {
      const scene = read(pair);
      const usedImages = scene.pictures.used;
      const { start, end } = scene.span;
      let objects = 0;
      for (let t = start; t <= end; t += (end - start) / 200) {
        const { items } = frameAt(scene, t);
        expect(items.filter((item) => !isPossible(item))).toEqual([]);
        const strays = items.filter(
          (item) => item.kind === 'sprite' && item.image.startsWith('user/') && !usedImages.has(item.image),
        );
        expect(strays).toEqual([]);
        if (items.some((item) => item.kind === 'sprite' && item.image === 'user/approachcircle')) objects++;
      }
      const { events, loops } = soundsOf(scene);
      expect(events.length).toBeGreaterThan(scene.play.map.objects.length / 2);
      expect(events.filter(({ time, volume }) => !(Number.isFinite(time) && volume > 0 && volume <= 1))).toEqual([]);
      expect(loops.filter((loop) => !(loop.end > loop.start))).toEqual([]);
      if (scene.mods.hidden === null) expect(objects).toBeGreaterThan(40);
    },
  );
});

function isPossible(item: DisplayItem): boolean {
  switch (item.kind) {
    case 'sprite':
      return [item.at.x, item.at.y, item.scale, item.alpha ?? 1, item.rotation ?? 0].every(Number.isFinite);
    case 'motion':
      return item.looks.every((look) => look === null || isPossible({ kind: 'sprite', image: item.image, ...look }));
    case 'streak':
      return (
        item.sprites.every(isPossible) && item.path.every((point) => Number.isFinite((point?.x ?? 0) + (point?.y ?? 0)))
      );
    case 'body':
      return item.body.path.length > 0 && [item.from, item.to, item.alpha].every(Number.isFinite);
    case 'fill':
      return Object.values(item.rect).every(Number.isFinite);
    case 'pie':
      return [item.at.x, item.at.y, item.radiusPx, item.sweep].every(Number.isFinite);
    case 'spotlight':
      return [item.at.x, item.at.y, item.innerPx, item.outerPx].every(Number.isFinite);
  }
}

function read(pair: Pair) {
  const replay = readRealReplay(pair.path);
  const map = join(sharedData!, pair.map_path);
  const osu = map.endsWith('.osz')
    ? findBeatmapByMd5(openArchive(new Uint8Array(readFileSync(map))), replay.header.beatmapMd5)!.bytes
    : new Uint8Array(readFileSync(join(map, pair.osu_file)));
  return buildSceneOfReplay(osu, replay);
}
