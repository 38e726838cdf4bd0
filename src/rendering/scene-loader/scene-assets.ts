import type { Millis } from '../../game/units.ts';
import { type SceneOptions, wordsOf } from '../scene/index.ts';
import { findVideo } from './background-video.ts';
import type { FileSource } from './file-source.ts';
import type { OpenedPlay } from './open-play.ts';
import type { Platform } from './platform.ts';
import type { SceneAssets } from './scene-renderer.ts';
import { openSkinFiles } from './skin-files.ts';
import { openStoryboardFiles, readStoryboard } from './storyboard-files.ts';

export interface SceneAssetRequest {
  /** The map's. */
  readonly files: FileSource;
  /** Null for our own skin. */
  readonly skin: FileSource | null;
  readonly options: SceneAssetOptions;
  /** For how long each picture is exposed, in song milliseconds; an instant unless given. */
  readonly exposure?: Millis;
  readonly platform: Platform;
  readonly onNote: (note: string) => void;
}

/** What a viewer chose, of the play and of what lies behind it. */
export interface SceneAssetOptions extends SceneOptions {
  readonly storyboard: boolean;
  readonly video: boolean;
  /** Whose sounds come first. */
  readonly hitSounds: 'beatmap' | 'skin';
  /** The skin's cursor; otherwise our own. */
  readonly skinCursor: boolean;
}

/** Everything a play is shown with, looked up in its files. */
export async function loadSceneAssets(opened: OpenedPlay, wishes: SceneAssetRequest): Promise<SceneAssets> {
  const { files, skin, options, exposure = 0, platform, onNote } = wishes;
  const name = opened.beatmap.background;
  const background = name === null ? null : files.read(name);
  if (name !== null && background === null) onNote(`The background ${JSON.stringify(name)} is not in the set.`);
  return {
    opened,
    skinFiles: openSkinFiles(
      { beatmap: files, user: skin, default: platform.defaultSkin },
      { onNote, hitSounds: options.hitSounds, skinCursor: options.skinCursor },
    ),
    letters: await platform.loadLetters(wordsOf(opened.beatmap, opened.replay)),
    background,
    ...sceneryOf(opened, wishes),
    platform,
    options,
    exposure,
    onNote,
  };
}

/** What lies behind the play besides the map's picture, as far as the viewer wants it. */
function sceneryOf(
  { beatmap }: OpenedPlay,
  { files, skin, options, onNote }: SceneAssetRequest,
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
