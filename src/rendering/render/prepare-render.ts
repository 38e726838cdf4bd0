import { scoreDifference } from '../../game/play/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import type { Millis } from '../../game/units.ts';
import type { Together } from '../scene/index.ts';
import {
  createSceneRenderer,
  loadSceneAssets,
  type OpenedPlay,
  openPlay,
  openTogether,
  type SceneAssets,
  type SceneRenderer,
} from '../scene-loader/index.ts';
import { type FrameSchedule, scheduleFrames } from './frame-schedule.ts';
import { type EncodingPlan, planEncoding } from './plan-encoding.ts';
import { nodePlatform } from './platform/node-platform.ts';
import { setV8Flags } from './platform/v8-flags.ts';
import type { RenderHooks, RenderRequest } from './request.ts';

/** A render that has loaded everything and drawn nothing yet. */
export interface PreparedRender {
  readonly opened: OpenedPlay;
  /** The players of a video of several plays; `opened` is then the one that is shown. */
  readonly together: Together | undefined;
  readonly sceneAssets: SceneAssets;
  readonly renderer: SceneRenderer;
  readonly schedule: FrameSchedule;
  readonly encoding: EncodingPlan;
}

type PrepareRequest = Omit<RenderRequest, 'file' | 'thumbnail' | 'preview'>;

/** Judges the play, loads its assets and schedules its frames. */
export async function prepareRender(request: PrepareRequest, hooks: RenderHooks = {}): Promise<PreparedRender> {
  const { beatmap, skin, assets, options, maxSeconds } = request;
  const { signal, onNote = () => {} } = hooks;
  setV8Flags();
  const { opened, together } = openPlays(request, onNote);
  const difference = scoreDifference(opened.play, opened.replay);
  if (difference !== null) onNote(difference);
  signal?.throwIfAborted();
  const sceneAssets = await loadSceneAssets(opened, {
    files: beatmap.files,
    skin,
    options,
    onNote,
    together,
    platform: nodePlatform(assets),
    exposure: options.motionBlur ? exposureOf(opened.mods.clockRate * options.speed, options.fps) : 0,
  });
  let renderer = await createSceneRenderer(sceneAssets, options);
  signal?.throwIfAborted();
  const schedule = scheduleFrames(renderer.scene, { ...options, maxSeconds });
  const encoding = planEncoding(options, schedule);
  if (encoding.height !== options.height) {
    onNote(`For its target size, the video has ${encoding.width}×${encoding.height} pixels.`);
    await renderer.close();
    renderer = await createSceneRenderer(sceneAssets, encoding);
  }
  return { opened, together, sceneAssets, renderer, schedule, encoding };
}

function openPlays(
  request: PrepareRequest,
  onNote: (note: string) => void,
): Pick<PreparedRender, 'opened' | 'together'> {
  const { replays, options } = request;
  const { together } = options;
  if (replays === undefined || together === undefined)
    return { opened: openPlay(request, createRosuPp(), onNote), together: undefined };
  return openTogether({ ...request, replays, together }, createRosuPp(), onNote);
}

/** The fraction of a frame's duration during which moving objects blur. */
const shutter = 0.5;

/** The exposure time of a frame with motion blur, in song milliseconds. */
function exposureOf(rate: number, fps: number): Millis {
  return (shutter * 1000 * rate) / fps;
}
