import type { PpCalculator } from '../../game/pp/index.ts';
import { displayedName, type NamedReplay } from '../../game/together/index.ts';
import type { Millis } from '../../game/units.ts';
import { type NameTag, playerColour, type Together } from '../scene/index.ts';
import { type OpenedPlay, openPlay, type PlayFiles } from './open-play.ts';
import { openTogether, type TogetherOptions } from './open-together.ts';
import { loadSceneAssets, type SceneAssetsInput } from './scene-assets.ts';
import type { SceneAssets } from './scene-renderer.ts';
import { openSplit } from './split/open-split.ts';
import type { VideoAssets } from './split/video-renderer.ts';

/** The files of a video of one play or of several plays of one map. */
export interface VideoFiles extends PlayFiles {
  /** All replays of a video of several; `replay` is then the first one. */
  readonly replays?: readonly NamedReplay[] | undefined;
  /** How several plays are shown; absent: only the first one is shown. */
  readonly together?: TogetherOptions | undefined;
}

/** The judged plays of a video. */
export interface OpenedPlays {
  /** The play whose objects are drawn; in a split video, the first one. */
  readonly shown: OpenedPlay;
  /** The play of the first replay. */
  readonly first: OpenedPlay;
  /** The other plays of a split video. */
  readonly beside: readonly OpenedPlay[];
  readonly together: Together | undefined;
}

/** Parses and judges the plays of a video. */
export function openPlays(files: VideoFiles, rating: PpCalculator, onNote: (note: string) => void): OpenedPlays {
  const { replays, together: options } = files;
  if (replays === undefined || options === undefined) {
    const opened = openPlay(files, rating, onNote);
    return { shown: opened, first: opened, beside: [], together: undefined };
  }
  const { layout } = options;
  if (layout === 'split') {
    const [first, ...beside] = openSplit({ ...files, replays }, rating, onNote);
    return { shown: first, first, beside, together: undefined };
  }
  const { opened, first, together } = openTogether(
    { ...files, replays, together: { ...options, layout } },
    rating,
    onNote,
  );
  return { shown: opened, first, beside: [], together };
}

/** Where the assets of a video come from. */
export interface VideoAssetsInput extends Omit<SceneAssetsInput, 'together' | 'nameTag' | 'beside' | 'exposure'> {
  /** The song milliseconds of a play that one frame covers with motion blur; 0 (sharp) by default. */
  readonly exposureOf?: (opened: OpenedPlay) => Millis;
}

/** Loads the assets of each play that is shown. */
export async function loadVideoAssets(
  { shown, beside, together }: OpenedPlays,
  { exposureOf = () => 0, ...input }: VideoAssetsInput,
): Promise<VideoAssets> {
  const load = (opened: OpenedPlay, more: { readonly nameTag?: NameTag; readonly beside?: SceneAssets } = {}) =>
    loadSceneAssets(opened, { ...input, together, exposure: exposureOf(opened), ...more });
  if (beside.length === 0) return [await load(shown)];
  const first = await load(shown, { nameTag: nameTagOf(shown, 0) });
  const others = beside.map((opened, i) => load(opened, { nameTag: nameTagOf(opened, i + 1), beside: first }));
  return [first, ...(await Promise.all(others))];
}

function nameTagOf({ replay }: OpenedPlay, player: number): NameTag {
  return { name: displayedName(replay, player + 1), colour: playerColour(player) };
}
