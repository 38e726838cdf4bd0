import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderFiles, prepareRender } from '../../../src/rendering/render/index.ts';
import { frameAt } from '../../../src/rendering/scene/index.ts';
import { archiveFiles } from '../../../src/rendering/scene-loader/index.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { assets } from '../../support/processes/built-files.ts';
import { smallOptions } from '../../support/rendering/test-render.ts';

if (sharedData === null) {
  test('skipped: there are no real storyboards and videos on this machine', () => {
    console.log('No shared data: real storyboards and videos are not drawn.');
    expect(sharedData).toBeNull();
  });
} else {
  const at = (...path: string[]) => join(sharedData!, ...path);
  const options = { ...smallOptions, width: 320, height: 180, backgroundDim: 0, storyboard: true, video: true };

  async function prepare(replay: string, files: ReturnType<typeof folderFiles>) {
    const notes: string[] = [];
    const request = { replay: readFileSync(at('replays', replay)), beatmap: { files }, skin: null, assets, options };
    const { renderer } = await prepareRender(request, { onNote: (note) => notes.push(note) });
    onTestFinished(() => renderer.close());
    const imagesAt = (t: number) =>
      frameAt(renderer.scene, t).items.flatMap((item) => (item.kind === 'sprite' ? [item.image] : []));
    return { renderer, notes, imagesAt };
  }

  test('a storyboard of two thousand sprites is drawn, a few sprites at a time', async () => {
    const files = archiveFiles(readFileSync(at('beatmaps', 'bombs-away.osz')));
    const { renderer, notes, imagesAt } = await prepare('bombs-away_jens-normal_HRDTFL_barrymckawkinn.osr', files);
    for (const [t, least] of [
      [22_500, 80],
      [33_000, 40],
      [72_000, 100],
    ] as const) {
      const sprites = imagesAt(t).filter((image) => image.startsWith('storyboard/'));
      expect(sprites.length).toBeGreaterThan(least);
      expect(sprites.length).toBeLessThan(300);
      expect(imagesAt(t)).not.toContain('background');
      await renderer.draw(t);
    }
    expect(notes.filter((note) => note.includes('storyboard'))).toEqual([]);
  });

  test('a video is drawn from its offset to its end', async () => {
    const files = folderFiles(at('beatmaps', 'kimi-no-bouken'));
    const { renderer, notes, imagesAt } = await prepare('kimi-no-bouken-tv-size_your-adventure_NM_junheah.osr', files);
    expect([-260, -200, 20_000, 64_700, 64_900].map((t) => imagesAt(t).includes('video'))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    for (const t of [20_000, 64_700, 1_000]) await renderer.draw(t);
    expect(notes.filter((note) => note.includes('video'))).toEqual([]);
  });
}
