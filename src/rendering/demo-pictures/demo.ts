import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRosuPp } from '../../game/pp/index.ts';
import type { Millis } from '../../game/units.ts';
import { nodePlatform } from '../render/index.ts';
import {
  archiveFiles,
  createSceneRenderer,
  type FileSource,
  loadSceneAssets,
  type OpenedPlay,
  openPlay,
  type PictureSize,
  type SceneAssetOptions,
  type SceneRenderer,
} from '../scene-loader/index.ts';

/** The demo play, ready to be drawn. */
export interface Demo {
  readonly assets: string;
  readonly files: ReturnType<typeof archiveFiles>;
  readonly opened: OpenedPlay;
}

interface DemoLook {
  /** Null for the built-in skin. */
  readonly skin: FileSource | null;
  readonly options: SceneAssetOptions;
  readonly size: PictureSize;
}

/** A moment that shows much of a skin: a followed slider, approaching circles, a judgement, a long combo. */
export const demoMoment: Millis = 27_790;

/** Opens the demo in a folder with the kernel, the glyphs, the built-in skin and the demo. */
export async function openDemo(assets: string): Promise<Demo> {
  const replay = await readFile(join(assets, 'demo', 'demo.osr'));
  const files = archiveFiles(await readFile(join(assets, 'demo', 'demo.osz')));
  return { assets, files, opened: openPlay({ replay, beatmap: { files } }, createRosuPp(), ignoreNote) };
}

/** Draws any moments of the demo. */
export async function withRenderer<T>(
  { assets, files, opened }: Demo,
  { skin, options, size }: DemoLook,
  use: (renderer: SceneRenderer) => Promise<T>,
): Promise<T> {
  const platform = nodePlatform(assets);
  const sceneAssets = await loadSceneAssets(opened, { files, skin, options, platform, onNote: ignoreNote });
  const renderer = await createSceneRenderer(sceneAssets, size);
  try {
    return await use(renderer);
  } finally {
    await renderer.close();
  }
}

/** The demo has nothing unusual to report. */
function ignoreNote(): void {}
