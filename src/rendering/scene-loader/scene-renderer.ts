import { strainsOverTime } from '../../game/analytics/index.ts';
import type { Millis } from '../../game/units.ts';
import { type Compositor, createCompositor } from '../compositor/index.ts';
import type { LoadedTypeface } from '../glyphs/index.ts';
import { createPictures, createScene, createViewport, frameAt, type Scene, type SceneOptions } from '../scene/index.ts';
import { openBackground } from './background.ts';
import { openBackdropVideo, type VideoFile } from './background-video.ts';
import type { OpenedPlay } from './open-play.ts';
import { noPicture } from './pictures/empty-picture.ts';
import type { PictureSize } from './pictures/picture-size.ts';
import type { Platform } from './platform.ts';
import type { SkinFiles } from './skin-files.ts';
import { createSkinPictures } from './skin-pictures.ts';
import type { StoryboardFiles } from './storyboard-files.ts';
import { createStoryboardPictures } from './storyboard-pictures.ts';

/** Everything a stage of any size is set with. */
export interface SceneAssets {
  readonly opened: OpenedPlay;
  readonly skinFiles: SkinFiles;
  readonly letters: LoadedTypeface;
  /** The bytes of the map's picture. */
  readonly background: Uint8Array | null;
  /** Null where the map has none, or nobody wants to see it. */
  readonly storyboard: StoryboardFiles | null;
  readonly video: VideoFile | null;
  readonly platform: Platform;
  readonly options: SceneOptions;
  /** For how long each picture is exposed, in song milliseconds; 0 for an instant. */
  readonly exposure: Millis;
  readonly onNote: (note: string) => void;
}

/** A play on a stage of one size. */
export interface SceneRenderer {
  readonly scene: Scene;
  readonly compositor: Compositor;
  /** Has the compositor draw a moment. Pictures are decoded when a moment needs them first. */
  draw(t: Millis): Promise<void>;
  /** Makes ready what takes time, so that no moment has to wait for it: for those who do not show one after the other. */
  preload(): Promise<void>;
  /** Gives back what memory alone does not hold. */
  close(): Promise<void>;
}

export async function createSceneRenderer(props: SceneAssets, size: PictureSize): Promise<SceneRenderer> {
  const { opened, skinFiles, letters, options, platform } = props;
  const { decode, openClip } = platform;
  const compositor = createCompositor(await platform.loadKernel(), size);
  const background = props.background && (await openBackground(props.background, { decode, size, options }));
  if (background) compositor.setImage('background', { ...background, density: 1 });
  else if (props.background) props.onNote('The background is broken or too large, and left out.');
  for (const [name, picture] of letters.pictures) compositor.setImage(name, picture);

  const fallback = background ? { ...background, density: 1 } : noPicture;
  const video =
    props.video &&
    openClip &&
    (await openBackdropVideo(props.video, compositor, { openClip, fallback, onNote: props.onNote }));

  const pictures = createPictures(skinFiles.skin, skinFiles.sizeOf);
  const scene = createScene({
    play: opened.play,
    replay: opened.replay,
    mods: opened.mods,
    viewport: createViewport(size),
    pictures,
    skinIni: skinFiles.skin.ini,
    skin: skinFiles.skin,
    typeface: letters.typeface,
    options,
    background: background && { width: background.width, height: background.height },
    exposure: props.exposure,
    ...(props.storyboard && { storyboard: props.storyboard }),
    ...(video && { video: video.input }),
    pp: opened.ppAlong,
    stars: opened.stars,
    ...(options.strainGraph && { strains: strainsOverTime(opened.play.map, opened.strains()) }),
  });

  const story =
    props.storyboard && createStoryboardPictures(props.storyboard, compositor, { decode, onNote: props.onNote });
  const skin = createSkinPictures(pictures.used, { skinFiles, compositor, decode, uiPx: scene.viewport.uiPx });

  async function draw(t: Millis): Promise<void> {
    const list = frameAt(scene, t);
    await skin.load(list);
    await story?.load(list);
    await video?.load(list, t);
    compositor.compose(list);
  }

  return {
    scene: scene,
    compositor,
    draw,
    async preload() {
      await skin.loadAll();
      // The results show the largest pictures, at sizes no other moment has.
      if (scene.resultsAt !== null) await draw(scene.span.end);
    },
    async close() {
      await video?.close();
    },
  };
}
