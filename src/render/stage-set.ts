import { type Compositor, createCompositor, type Picture } from '../compositor/index.ts';
import type { LoadedTypeface } from '../glyphs/index.ts';
import type { Millis } from '../osu/units.ts';
import {
  createPictures,
  createShow,
  createStage,
  frameAt,
  type ImageName,
  type Show,
  type ShowOptions,
} from '../scene/index.ts';
import { decodePicture, decodeToCover } from './decode-picture.ts';
import { loadKernel } from './kernel.ts';
import type { OpenedPlay } from './open-play.ts';
import type { PictureSize } from './picture-header.ts';
import type { SkinFiles } from './skin-files.ts';
import type { StoryboardFiles } from './storyboard-files.ts';
import { createStoryboardPictures } from './storyboard-pictures.ts';

/** Everything a stage of any size is set with. */
export interface Props {
  readonly opened: OpenedPlay;
  readonly skinFiles: SkinFiles;
  readonly letters: LoadedTypeface;
  /** The bytes of the map's picture. */
  readonly background: Uint8Array | null;
  /** Null where the map has none, or nobody wants to see it. */
  readonly storyboard: StoryboardFiles | null;
  readonly assets: string;
  readonly options: ShowOptions;
  readonly onNote: (note: string) => void;
}

/** A play on a stage of one size. */
export interface StageSet {
  readonly show: Show;
  readonly compositor: Compositor;
  /** Has the compositor draw a moment. Pictures are decoded when a moment needs them first. */
  draw(t: Millis): Promise<void>;
  /** Decodes all there are, so that no moment has to wait for one. */
  loadAll(): Promise<void>;
}

export async function setStage(props: Props, size: PictureSize): Promise<StageSet> {
  const { opened, skinFiles, letters, options } = props;
  const compositor = createCompositor(await loadKernel(props.assets), size);
  // Scaled and cut once: drawn every frame, it is then a copy of pixels.
  const background = props.background && (await decodeToCover(props.background, size));
  if (background) compositor.setImage('background', { ...background, density: 1 });
  else if (props.background) props.onNote('The background is broken or too large, and left out.');
  for (const [name, picture] of letters.pictures) compositor.setImage(name, picture);

  const pictures = createPictures(skinFiles.skin, skinFiles.sizeOf);
  const show = createShow({
    play: opened.play,
    replay: opened.replay,
    mods: opened.mods,
    stage: createStage(size),
    pictures,
    skinIni: skinFiles.skin.ini,
    skin: skinFiles.skin,
    typeface: letters.typeface,
    options: {
      backgroundDim: options.backgroundDim,
      snakingIn: options.snakingIn,
      snakingOut: options.snakingOut,
      hitErrorMeter: options.hitErrorMeter,
      keyOverlay: options.keyOverlay,
    },
    background: background && size,
    ...(props.storyboard && { storyboard: props.storyboard }),
    pp: opened.ppAlong,
    stars: opened.stars,
  });

  const story = props.storyboard && createStoryboardPictures(props.storyboard, compositor, props.onNote);
  const waiting = new Map(pictures.used);
  async function load(name: ImageName): Promise<void> {
    const image = waiting.get(name);
    if (image === undefined) return;
    waiting.delete(name);
    const bytes = skinFiles.read(image);
    const picture = bytes && (await decodePicture(bytes));
    compositor.setImage(name, picture ? { ...picture, density: 1 / image.scale } : nothing);
  }

  return {
    show,
    compositor,
    async draw(t) {
      const list = frameAt(show, t);
      for (const item of list.items) if (item.kind === 'sprite' && waiting.has(item.image)) await load(item.image);
      await story?.load(list);
      compositor.compose(list);
    },
    async loadAll() {
      for (const name of [...waiting.keys()]) await load(name);
    },
  };
}

/** In place of a picture that passed every check and could not be decoded in the end. */
const nothing: Picture = { width: 1, height: 1, rgba: new Uint8Array(4), density: 1 };
