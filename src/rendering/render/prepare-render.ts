import { scoreDifference } from '../../game/play/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import { displayedName } from '../../game/together/index.ts';
import type { Millis } from '../../game/units.ts';
import { type NameTag, playerColour, type Together } from '../scene/index.ts';
import {
  createVideoRenderer,
  loadSceneAssets,
  type OpenedPlay,
  openPlay,
  openSplit,
  openTogether,
  type SceneAssets,
  type VideoAssets,
  type VideoRenderer,
} from '../scene-loader/index.ts';
import { type FrameSchedule, scheduleFrames } from './frame-schedule.ts';
import { type EncodingPlan, planEncoding } from './plan-encoding.ts';
import { nodePlatform } from './platform/node-platform.ts';
import { setV8Flags } from './platform/v8-flags.ts';
import type { RenderHooks, RenderRequest } from './request.ts';

/** A render that has loaded everything and drawn nothing yet. */
export interface PreparedRender {
  /** The play that is shown; in a split video, the first one. */
  readonly opened: OpenedPlay;
  /** The play of the first replay, by which the video is described; another one if a knockout has another winner. */
  readonly first: OpenedPlay;
  /** The players of a video of several plays that is not split. */
  readonly together: Together | undefined;
  /** The assets of the picture, or of each picture of a split video. */
  readonly scenes: VideoAssets;
  readonly renderer: VideoRenderer;
  readonly schedule: FrameSchedule;
  readonly encoding: EncodingPlan;
}

type PrepareRequest = Omit<RenderRequest, 'file' | 'thumbnail' | 'preview'>;

/** Judges the play, loads its assets and schedules its frames. */
export async function prepareRender(request: PrepareRequest, hooks: RenderHooks = {}): Promise<PreparedRender> {
  const { options, maxSeconds } = request;
  const { signal, onNote = () => {} } = hooks;
  setV8Flags();
  const plays = openPlays(request, onNote);
  const { shown: opened, first, together } = plays;
  const difference = scoreDifference(opened.play, opened.replay);
  if (difference !== null) onNote(difference);
  signal?.throwIfAborted();
  const scenes = await loadScenes(plays, request, onNote);
  let renderer = await createVideoRenderer(scenes, options);
  signal?.throwIfAborted();
  const schedule = scheduleFrames(renderer.scene, { ...options, maxSeconds });
  const encoding = planEncoding(options, schedule);
  if (encoding.height !== options.height) {
    onNote(`For its target size, the video has ${encoding.width}×${encoding.height} pixels.`);
    await renderer.close();
    renderer = await createVideoRenderer(scenes, encoding);
  }
  return { opened, first, together, scenes, renderer, schedule, encoding };
}

interface OpenedPlays {
  readonly shown: OpenedPlay;
  readonly first: OpenedPlay;
  /** The other plays of a split video. */
  readonly beside: readonly OpenedPlay[];
  readonly together: Together | undefined;
}

function openPlays(request: PrepareRequest, onNote: (note: string) => void): OpenedPlays {
  const { replays, options } = request;
  const rating = createRosuPp();
  if (replays === undefined || options.together === undefined) {
    const opened = openPlay(request, rating, onNote);
    return { shown: opened, first: opened, beside: [], together: undefined };
  }
  const { layout } = options.together;
  if (layout === 'split') {
    const [first, ...beside] = openSplit({ ...request, replays }, rating, onNote);
    return { shown: first, first, beside, together: undefined };
  }
  const files = { ...request, replays, together: { ...options.together, layout } };
  const { opened, first, together } = openTogether(files, rating, onNote);
  return { shown: opened, first, beside: [], together };
}

/** Loads the assets of each play that is shown. */
async function loadScenes(
  { shown, beside, together }: OpenedPlays,
  { beatmap, skin, assets, options }: PrepareRequest,
  onNote: (note: string) => void,
): Promise<VideoAssets> {
  const platform = nodePlatform(assets);
  const load = (opened: OpenedPlay, more: { readonly nameTag?: NameTag; readonly beside?: SceneAssets } = {}) =>
    loadSceneAssets(opened, {
      files: beatmap.files,
      skin,
      options,
      onNote,
      together,
      platform,
      exposure: options.motionBlur ? exposureOf(opened.mods.clockRate * options.speed, options.fps) : 0,
      ...more,
    });
  if (beside.length === 0) return [await load(shown)];
  const first = await load(shown, { nameTag: nameTagOf(shown, 0) });
  const others = beside.map((opened, i) => load(opened, { nameTag: nameTagOf(opened, i + 1), beside: first }));
  return [first, ...(await Promise.all(others))];
}

function nameTagOf({ replay }: OpenedPlay, player: number): NameTag {
  return { name: displayedName(replay, player + 1), colour: playerColour(player) };
}

/** The fraction of a frame's duration during which moving objects blur. */
const shutter = 0.5;

/** The exposure time of a frame with motion blur, in song milliseconds. */
function exposureOf(rate: number, fps: number): Millis {
  return (shutter * 1000 * rate) / fps;
}
