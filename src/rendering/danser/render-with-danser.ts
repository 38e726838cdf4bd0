import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import { lastObjectEnd, mapLengthMs } from '../../game/beatmap/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import {
  chooseThumbnailTime,
  createProgress,
  describePlay,
  encodePreview,
  type Preview,
  previewSize,
  type RenderHooks,
  type RenderRequest,
  type RenderResult,
  requireVideoLength,
  thumbnailSize,
  writeAnalytics,
  writeJpg,
} from '../render/index.ts';
import { type OpenedPlay, openPlay } from '../scene-loader/index.ts';
import { openClip } from '../video/index.ts';
import { danserArgs, danserName, danserSettings } from './danser-settings.ts';
import { createPrivateDanser } from './private-danser.ts';
import { runDanser } from './run-danser.ts';
import { writeBeatmapSet, writeFiles } from './write-files.ts';

export interface Danser {
  /** The path of danser-cli. */
  readonly path: string;
  /** The environment variables passed to danser; it needs a display. */
  readonly env: Readonly<Record<string, string>>;
  readonly stallMs?: number;
}

/**
 * Renders a replay with an installed danser, in a folder of this job that the caller creates and removes. We judge the
 * play ourselves, as with the built-in renderer.
 */
export async function renderWithDanser(
  request: RenderRequest,
  hooks: RenderHooks,
  { danser, folder }: { danser: Danser; folder: string },
): Promise<RenderResult> {
  const { options, file, thumbnail, preview, analytics, maxSeconds } = request;
  const { signal, onNote = () => {} } = hooks;
  if (options.targetSizeMb !== null)
    throw new Failure('video/options-invalid', 'danser cannot keep a video below a target size.');
  if (options.moments !== null)
    throw new Failure('video/options-invalid', 'danser renders whole plays only, and no moments.');
  const progress = createProgress(hooks.onProgress);
  progress.prepare();
  const opened = openPlay(request, createRosuPp(), onNote);
  const shown = describePlay(opened);
  if (analytics !== undefined) await writeAnalytics(opened, analytics);
  hooks.onOpened?.(shown);
  // The objects alone: danser adds an unknown time before and after them, which is checked below.
  requireVideoLength(mapLengthMs(opened.play.map), maxSeconds);

  const place = (name: string) => join(folder, name);
  const folders = { songs: place('Songs'), skins: place('Skins'), replays: place('Replays'), videos: place('videos') };
  for (const path of Object.values(folders)) await mkdir(path, { recursive: true });
  await writeBeatmapSet(request.beatmap.files, join(folders.songs, danserName), opened.beatmapMd5);
  if (request.skin) await writeFiles(request.skin, join(folders.skins, danserName));
  const replay = join(folder, 'replay.osr');
  await writeFile(replay, request.replay);
  const own = await createPrivateDanser(danser.path, folder);
  await mkdir(own.settings, { recursive: true });
  const settings = danserSettings(options, folders, request.skin ? danserName : null);
  await writeFile(join(own.settings, `${danserName}.json`), JSON.stringify(settings));

  const frames = expectedFrames(opened, options.fps);
  let pp = shown.pp;
  await runDanser({
    program: own.program,
    args: danserArgs(replay),
    env: { ...danser.env, ...own.env },
    folder,
    videos: folders.videos,
    signal,
    ...(danser.stallMs && { stallMs: danser.stallMs }),
    onEvent(event) {
      if (event.kind === 'encoding') progress.begin(frames);
      else if (event.kind === 'progress') progress.frame(Math.round((frames * event.percent) / 100));
      else if (event.kind === 'pp') pp = event.pp;
      else if (event.kind === 'composing') progress.finish();
    },
  });

  const made = join(folders.videos, `${danserName}.mp4`);
  const durationMs = await takePicture(made, opened, thumbnail);
  requireVideoLength(durationMs, maxSeconds);
  if (preview !== undefined && options.preview !== null) {
    const { width, height, preview: kind } = options;
    const momentMs = momentOf(opened, durationMs);
    const animation = {
      file: preview,
      kind,
      ...previewSize({ width, height }),
      lengthMs: durationMs,
      momentMs,
      signal,
    };
    await takeAnimation(made, animation);
  }
  const { size: bytes } = await stat(made);
  await rename(made, file);
  return { ...shown, pp, frames: Math.round((durationMs * options.fps) / 1000), durationMs, bytes };
}

/** danser does not report the length of its video; this estimate is good enough for a progress bar. */
function expectedFrames({ play, mods }: OpenedPlay, fps: number): number {
  return Math.max(1, Math.round(((lastObjectEnd(play.map.objects) / mods.clockRate + aroundMs) / 1000) * fps));
}

/** danser's video begins shortly before the first object and ends with the results. */
const aroundMs = 8_000;

/** Opens the video to check it and to get its length. */
async function takePicture(made: string, opened: OpenedPlay, thumbnail?: string): Promise<number> {
  const clip = await openClip(made, thumbnailSize).catch(() => null);
  if (clip === null) throw new Failure('render/failed', 'danser has made a file that is no video.');
  try {
    if (thumbnail !== undefined) {
      const { width, height, rgba } = await clip.pictureAt(momentOf(opened, clip.durationMs));
      await writeJpg({ width, height, pixels: rgba, strideBytes: width * 4 }, thumbnail);
    }
    return Math.round(clip.durationMs);
  } finally {
    await clip.close();
  }
}

async function takeAnimation(made: string, preview: Preview): Promise<void> {
  const clip = await openClip(made, preview);
  try {
    await encodePreview(preview, async (videoMs) => {
      const { width, rgba } = await clip!.pictureAt(videoMs);
      return { pixels: rgba, strideBytes: width * 4 };
    });
  } finally {
    await clip?.close();
  }
}

/** The start of the song in the video is unknown, so time is scaled over the video without the results. */
function momentOf({ play }: OpenedPlay, durationMs: number): number {
  const last = lastObjectEnd(play.map.objects);
  const share = last === 0 ? 0.5 : chooseThumbnailTime(play, [{ start: 0, end: last }]) / last;
  return share * Math.max(0, durationMs - aroundMs);
}
