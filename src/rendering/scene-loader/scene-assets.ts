import type { Millis } from '../../game/units.ts';
import { displayedTexts, type NameTag, type SceneOptions, type Together, withCinema } from '../scene/index.ts';
import { decodeAhead } from './background.ts';
import { findVideo } from './background-video.ts';
import type { FileSource } from './file-source.ts';
import type { OpenedPlay } from './open-play.ts';
import type { Platform } from './platform.ts';
import type { SceneAssets } from './scene-renderer.ts';
import { openSkinFiles, type SkinFiles } from './skin-files.ts';
import { openStoryboardFiles, readStoryboard } from './storyboard-files.ts';

/** Where the assets of a scene come from. */
export interface SceneAssetsInput {
  /** The files of the beatmap set. */
  readonly files: FileSource;
  /** Null for the default skin. */
  readonly skin: FileSource | null;
  readonly options: SceneAssetOptions;
  /** The song milliseconds that one frame covers with motion blur; 0 (sharp) by default. */
  readonly exposure?: Millis;
  /** The other players, if the scene shows several plays. */
  readonly together?: Together | undefined;
  /** The player, if another picture is beside this one. */
  readonly nameTag?: NameTag | undefined;
  /** The assets of another play of the map with the same files and options, to be used again. */
  readonly beside?: SceneAssets | undefined;
  readonly platform: Platform;
  readonly onNote: (note: string) => void;
}

/** The viewer's options for the scene and its assets. */
export interface SceneAssetOptions extends SceneOptions {
  readonly storyboard: boolean;
  readonly video: boolean;
  /** Whose hit sounds take precedence. */
  readonly hitSounds: 'beatmap' | 'skin';
  /** The skin's cursor, or the default one. */
  readonly skinCursor: boolean;
}

/** Finds everything a scene is drawn with in the play's files. */
export async function loadSceneAssets(opened: OpenedPlay, requested: SceneAssetsInput): Promise<SceneAssets> {
  const input = { ...requested, options: withCinema(requested.options, opened.mods) };
  const { files, options, exposure = 0, together, nameTag, beside, platform, onNote } = input;
  const openImage = (name: string) => {
    const bytes = files.read(name);
    return bytes && decodeAhead(bytes, platform.decode);
  };
  const name = opened.beatmap.background;
  const background = name === null ? null : (beside?.background ?? openImage(name));
  if (name !== null && background === null) onNote(`The background ${JSON.stringify(name)} is not in the set.`);
  return {
    opened,
    skinFiles: beside?.opened.mods.rules === opened.mods.rules ? beside.skinFiles : skinFilesOf(opened, input),
    typeface: await platform.loadTypeface(displayedTexts(opened.beatmap, opened.replay, together)),
    background,
    // The Cinema mod has options of its own.
    ...(beside?.options === options
      ? { storyboard: beside.storyboard, video: beside.video }
      : storyboardAndVideo(opened, input)),
    platform,
    options,
    exposure,
    together,
    nameTag,
    onNote,
  };
}

function skinFilesOf({ mods }: OpenedPlay, { files, skin, options, platform, onNote }: SceneAssetsInput): SkinFiles {
  return openSkinFiles(
    { beatmap: files, user: skin, default: platform.defaultSkin },
    { onNote, hitSounds: options.hitSounds, skinCursor: options.skinCursor, rules: mods.rules },
  );
}

/** The storyboard and the video, if the viewer wants them. */
function storyboardAndVideo(
  { beatmap }: OpenedPlay,
  { files, skin, options, onNote }: SceneAssetsInput,
): Pick<SceneAssets, 'storyboard' | 'video'> {
  if (!options.storyboard && !options.video) return { storyboard: null, video: null };
  const storyboard = readStoryboard(beatmap, files, onNote);
  const isEmpty = storyboard.sprites.length === 0 && storyboard.samples.length === 0;
  const sources = { files, skin: beatmap.general.useSkinSprites ? skin : null };
  return {
    storyboard: options.storyboard && !isEmpty ? openStoryboardFiles(storyboard, sources, onNote) : null,
    video: options.video ? findVideo(storyboard.videos, files, onNote) : null,
  };
}
