import { scoreDifference } from '../../game/play/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import type { Millis } from '../../game/units.ts';
import type { Together } from '../scene/index.ts';
import {
  createVideoRenderer,
  loadVideoAssets,
  type OpenedPlay,
  openPlays,
  type VideoAssets,
  type VideoRenderer,
} from '../scene-loader/index.ts';
import { type FrameSchedule, scheduleFrames } from './frame-schedule.ts';
import { momentsOf } from './moments.ts';
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
  const { beatmap, skin, assets, options, maxSeconds } = request;
  const { signal, onNote = () => {} } = hooks;
  setV8Flags();
  const plays = openPlays({ ...request, together: options.together }, createRosuPp(), onNote);
  const { shown: opened, first, together } = plays;
  const difference = scoreDifference(opened.play, opened.replay);
  if (difference !== null) onNote(difference);
  signal?.throwIfAborted();
  const scenes = await loadVideoAssets(plays, {
    files: beatmap.files,
    skin,
    options,
    onNote,
    platform: nodePlatform(assets),
    exposureOf: ({ mods }) => (options.motionBlur ? exposureOf(mods.clockRate * options.speed, options.fps) : 0),
  });
  let renderer = await createVideoRenderer(scenes, options);
  try {
    signal?.throwIfAborted();
    const moments = options.moments === null ? undefined : momentsOf(opened, { ...options, kind: options.moments });
    const schedule = scheduleFrames(renderer.scene, { ...options, moments, maxSeconds });
    const encoding = planEncoding(options, schedule);
    if (encoding.height !== options.height) {
      onNote(`For its target size, the video has ${encoding.width}×${encoding.height} pixels.`);
      await renderer.close();
      renderer = await createVideoRenderer(scenes, encoding);
    }
    return { opened, first, together, scenes, renderer, schedule, encoding };
  } catch (error) {
    await renderer.close();
    throw error;
  }
}

/** The fraction of a frame's duration during which moving objects blur. */
const shutter = 0.5;

/** The exposure time of a frame with motion blur, in song milliseconds. */
function exposureOf(rate: number, fps: number): Millis {
  return (shutter * 1000 * rate) / fps;
}
