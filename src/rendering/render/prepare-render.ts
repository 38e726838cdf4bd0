import { Failure } from '../../failure.ts';
import { meanRate, realMsBetween } from '../../game/beatmap/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import type { Millis } from '../../game/units.ts';
import { beginningOf, type Scene, sceneSpan } from '../scene/index.ts';
import {
  createSceneRenderer,
  loadSceneAssets,
  type OpenedPlay,
  openPlay,
  type SceneAssets,
  type SceneRenderer,
} from '../scene-loader/index.ts';
import type { FrameSchedule } from './encode-frames.ts';
import { setV8Flags } from './platform/v8-flags.ts';
import { nodePlatform } from './platform/node-platform.ts';
import type { RenderHooks, RenderOptions, RenderRequest } from './request.ts';

/** A render whose every input is read: what is left is to draw, frame by frame. */
export interface PreparedRender {
  readonly opened: OpenedPlay;
  readonly sceneAssets: SceneAssets;
  readonly renderer: SceneRenderer;
  readonly schedule: FrameSchedule;
}

type PrepareRequest = Omit<RenderRequest, 'file' | 'thumbnail' | 'preview'>;

export async function prepareRender(request: PrepareRequest, hooks: RenderHooks = {}): Promise<PreparedRender> {
  const { options } = request;
  const { signal, onNote = () => {} } = hooks;
  setV8Flags();
  const opened = openPlay(request, createRosuPp(), onNote);
  signal?.throwIfAborted();
  const { beatmap, skin, assets } = request;
  const props = await loadSceneAssets(opened, {
    ...{ files: beatmap.files, skin, options, onNote },
    platform: nodePlatform(assets),
    exposure: options.motionBlur ? exposureOf(opened.mods.clockRate * options.speed, options.fps) : 0,
  });
  const stage = await createSceneRenderer(props, { width: options.width, height: options.height });
  signal?.throwIfAborted();
  return { opened, sceneAssets: props, renderer: stage, schedule: scheduleFrames(stage.scene, options) };
}

/** The part of a frame's time in which its picture is taken. */
const shutter = 0.5;

/** For how long a picture is taken when what moves is to be blurred, in song milliseconds. */
function exposureOf(rate: number, fps: number): Millis {
  return (shutter * 1000 * rate) / fps;
}

/** Longer ones are no plays: somewhere a time is wrong, and the video would fill the disk. */
const longestMs = 3 * 60 * 60 * 1000;

function scheduleFrames(scene: Scene, { start, end, fps, speed }: RenderOptions): FrameSchedule {
  const span = sceneSpan(scene);
  const { songClock } = scene.play.map;
  const from = beginningOf(scene, start);
  const until = Math.min(span.end, end ?? span.end);
  if (!(until > from)) {
    const [first, last] = [span.start, span.end].map((ms) => (ms / 1000).toFixed(1));
    throw new Failure(
      'video/options-invalid',
      `Nothing lies in that part of the play, which goes from ${first} s to ${last} s.`,
    );
  }
  const lengthMs = realMsBetween(songClock, from, until) / speed;
  if (lengthMs > longestMs)
    throw new Failure('beatmap/too-large', `The video would be ${Math.round(lengthMs / 60_000)} minutes long.`);
  return {
    start: from,
    frames: Math.max(1, Math.round((lengthMs / 1000) * fps)),
    fps,
    songClock,
    speed,
    rate: meanRate(songClock, from, until) * speed,
    isLast: until === span.end,
  };
}
