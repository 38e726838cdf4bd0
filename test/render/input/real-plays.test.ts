import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRosuPp } from '../../../src/game/pp/index.ts';
import { folderFiles, prepareRender, renderReplay } from '../../../src/rendering/render/index.ts';
import { nodePlatform } from '../../../src/rendering/render/platform/node-platform.ts';
import {
  archiveFiles,
  createSceneRenderer,
  loadSceneAssets,
  openPlay,
} from '../../../src/rendering/scene-loader/index.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { assets } from '../../support/processes/built-files.ts';
import { emptyFolder, smallOptions } from '../../support/rendering/test-render.ts';
import { readVideo } from '../../support/video/read-video.ts';

if (sharedData === null) {
  test('skipped: there are no real replays on this machine', () => {
    expect(sharedData).toBeNull();
  });
} else {
  const at = (...path: string[]) => join(sharedData!, ...path);
  const clover = {
    replay: readFileSync(at('replays', 'harumachi-clover-swing_oh-no_NM_jamu.osr')),
    beatmap: { files: archiveFiles(readFileSync(at('beatmaps', 'harumachi-clover.osz'))) },
    skin: null,
    assets,
    options: smallOptions,
  };

  describe('any skin', () => {
    const size = { width: 320, height: 180 };
    const options = { ...smallOptions, ...size };
    const skins = readdirSync(at('skins')).filter((name) => name.endsWith('.osk'));
    const opened = openPlay(clover, createRosuPp(), () => {});
    test.each(skins)('%s draws a whole play, from its first moment to its results', async (name) => {
      const sceneAssets = await loadSceneAssets(opened, {
        files: clover.beatmap.files,
        skin: archiveFiles(readFileSync(at('skins', name))),
        options,
        platform: nodePlatform(assets),
        onNote: () => {},
      });
      const renderer = await createSceneRenderer(sceneAssets, size);
      const { start, end } = renderer.scene.span;
      // The last second fades to black.
      const length = end - 1_000 - start;
      for (let moment = 0; moment <= 6; moment++) {
        await renderer.draw(start + (length * moment) / 6);
        expect(brightest(renderer.compositor.i420().subarray(0, size.width * size.height))).toBeGreaterThan(
          moment === 0 ? 0 : 150,
        );
      }
      await renderer.close();
    });
  });

  test('mods, 2B maps and failed plays are drawn', async () => {
    const plays = [
      ['mayday-feat-laura-breh_2b-calling-out_NM_badeu.osr', folderFiles(at('beatmaps', 'mayday-2b'))],
      ['justadice-tv-size_extreme_HDHRDTFL_fgsky.osr', folderFiles(at('beatmaps', 'justadice-tv-size_extreme'))],
    ] as const;
    for (const [replay, files] of plays) {
      const { renderer } = await prepareRender({
        ...clover,
        replay: readFileSync(at('replays', replay)),
        beatmap: { files },
      });
      const { start, end } = renderer.scene.span;
      for (let moment = 0; moment <= 12; moment++) await renderer.draw(start + ((end - start) * moment) / 12);
      await renderer.close();
    }
  });

  test('one second of a real play becomes one second of video, with the song', async () => {
    const file = join(emptyFolder(), 'video.mp4');
    const options = { ...smallOptions, start: 12_000, end: 13_000 };
    const { frames } = await renderReplay({ ...clover, options, file });
    const video = readVideo(file);
    expect([frames, video.times.length]).toEqual([60, 60]);
    expect(video.samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true);
  });
}

function brightest(luma: Uint8Array): number {
  let brightest = 0;
  for (const level of luma) if (level > brightest) brightest = level;
  return brightest;
}
