import { strainsOverTime } from '../../game/analytics/index.ts';
import type { Millis } from '../../game/units.ts';
import { type Compositor, createCompositor, type FramePixels } from '../compositor/index.ts';
import type { LoadedTypeface } from '../glyphs/index.ts';
import {
  backgroundWindow,
  createPictures,
  createScene,
  createViewport,
  frameAt,
  isShared,
  type NameTag,
  type Scene,
  type SceneOptions,
  type Together,
} from '../scene/index.ts';
import { type BackgroundImage, openBackground } from './background.ts';
import { openBackgroundVideo, type VideoFile } from './background-video.ts';
import type { OpenedPlay } from './open-play.ts';
import { emptyPicture } from './pictures/empty-picture.ts';
import type { PictureSize } from './pictures/picture-size.ts';
import { playerPictures } from './pictures/player-pictures.ts';
import { strokePictures } from './pictures/stroke-pictures.ts';
import type { Platform } from './platform.ts';
import type { SkinFiles } from './skin-files.ts';
import { createSkinPictures } from './skin-pictures.ts';
import type { StoryboardFiles } from './storyboard-files.ts';
import { createStoryboardPictures } from './storyboard-pictures.ts';

/** The assets of a scene, for any frame size. */
export interface SceneAssets {
  readonly opened: OpenedPlay;
  readonly skinFiles: SkinFiles;
  readonly typeface: LoadedTypeface;
  readonly background: BackgroundImage | null;
  /** Null if the map has none or the viewer does not want it. */
  readonly storyboard: StoryboardFiles | null;
  readonly video: VideoFile | null;
  readonly platform: Platform;
  readonly options: SceneOptions;
  /** The song milliseconds that one frame covers with motion blur; 0 for sharp frames. */
  readonly exposure: Millis;
  readonly together: Together | undefined;
  readonly nameTag: NameTag | undefined;
  readonly onNote: (note: string) => void;
}

/** Draws the frames of a video at one size. */
export interface VideoRenderer {
  /** The scene that is seen; in a split video, the one that is heard. */
  readonly scene: Scene;
  readonly compositor: FramePixels;
  /** Draws the frame of a time into the compositor. Pictures are decoded when a frame first needs them. */
  draw(t: Millis): Promise<void>;
  /** Decodes all pictures, so that no frame waits for one: for players that seek. */
  preload(): Promise<void>;
  /** Releases the video decoder. */
  close(): Promise<void>;
}

/** Draws a scene at one frame size. */
export interface SceneRenderer extends VideoRenderer {
  readonly compositor: Compositor;
}

/** Loads the assets into a compositor of a frame size. */
export async function createSceneRenderer(assets: SceneAssets, size: PictureSize): Promise<SceneRenderer> {
  const { opened, skinFiles, typeface, options, platform } = assets;
  const { decode, openClip } = platform;
  const compositor = createCompositor(await platform.loadKernel(), size);
  const viewport = createViewport(size);
  const window =
    assets.storyboard &&
    backgroundWindow(viewport, { ...opened, rules: opened.mods.rules, storyboard: assets.storyboard.storyboard });
  const background = assets.background && (await openBackground(assets.background, { size, window, options }));
  if (background) compositor.setImage('background', { ...background, density: 1 });
  else if (assets.background) assets.onNote('The background is broken or too large, and left out.');
  for (const [name, picture] of typeface.pictures) compositor.setImage(name, picture);

  if (isShared(assets.together)) for (const [name, picture] of playerPictures()) compositor.setImage(name, picture);

  if (options.mistakeMarks) for (const [name, picture] of strokePictures()) compositor.setImage(name, picture);

  const fallback = background ? { ...background, density: 1 } : emptyPicture;
  const video =
    assets.video &&
    openClip &&
    (await openBackgroundVideo(assets.video, compositor, { openClip, fallback, onNote: assets.onNote }));

  const pictures = createPictures(skinFiles.skin, skinFiles.sizeOf);
  const scene = createScene({
    play: opened.play,
    replay: opened.replay,
    mods: opened.mods,
    viewport,
    pictures,
    skinIni: skinFiles.skin.ini,
    skin: skinFiles.skin,
    typeface: typeface.typeface,
    options,
    backgroundSize: background && { width: background.width, height: background.height },
    exposure: assets.exposure,
    storyboard: assets.storyboard ?? undefined,
    video: video?.input,
    pp: opened.ppOverTime,
    stars: opened.stars,
    together: assets.together,
    nameTag: assets.nameTag,
    strains: options.strainGraph ? strainsOverTime(opened.play.map, opened.strains()) : undefined,
  });

  const storyboardPictures =
    assets.storyboard && createStoryboardPictures(assets.storyboard, compositor, { decode, onNote: assets.onNote });
  const skinPictures = createSkinPictures(pictures.used, { skinFiles, compositor, decode, uiPx: scene.viewport.uiPx });

  async function draw(t: Millis): Promise<void> {
    const list = frameAt(scene, t);
    await skinPictures.load(list);
    await storyboardPictures?.load(list);
    await video?.load(list, t);
    compositor.compose(list);
  }

  return {
    scene,
    compositor,
    draw,
    async preload() {
      await skinPictures.loadAll();
      // The results screen has the largest pictures, at sizes that no other frame uses.
      if (scene.resultsAt !== null) await draw(scene.span.end);
    },
    async close() {
      await video?.close();
    },
  };
}
