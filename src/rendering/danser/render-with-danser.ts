import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import {
  bestMoment,
  createProgress,
  describePlay,
  encodePreview,
  type Preview,
  previewSize,
  type RenderHooks,
  type RenderRequest,
  type RenderResult,
  thumbnailSize,
  writeAnalytics,
  writeJpg,
} from '../render/index.ts';
import { type OpenedPlay, openPlay } from '../scene-loader/index.ts';
import { openClip } from '../video/index.ts';
import { layOut, layOutSet } from './lay-out.ts';
import { ownDanser } from './program.ts';
import { runDanser } from './run-danser.ts';
import { danserArgs, danserName, danserSettings } from './settings.ts';

export interface Danser {
  /** Of danser-cli. */
  readonly path: string;
  /** What it gets of the environment; it needs a display. */
  readonly env: Readonly<Record<string, string>>;
  readonly stallMs?: number;
}

/**
 * Makes the video of a replay with an installed danser, in a folder that is this job's own and is cleared away by
 * whoever made it. What the play came to is judged by us in either case.
 */
export async function renderWithDanser(
  request: RenderRequest,
  hooks: RenderHooks,
  { danser, folder }: { danser: Danser; folder: string },
): Promise<RenderResult> {
  const { options, file, thumbnail, preview, analytics } = request;
  const { signal, onNote = () => {} } = hooks;
  const progress = createProgress(hooks.onProgress);
  progress.prepare();
  const opened = openPlay(request, createRosuPp(), onNote);
  const shown = describePlay(opened);
  hooks.onOpened?.(shown);

  const place = (name: string) => join(folder, name);
  const folders = { songs: place('Songs'), skins: place('Skins'), replays: place('Replays'), videos: place('videos') };
  for (const path of Object.values(folders)) await mkdir(path, { recursive: true });
  await layOutSet(request.beatmap.files, join(folders.songs, danserName), opened.beatmapMd5);
  if (request.skin) await layOut(request.skin, join(folders.skins, danserName));
  const replay = join(folder, 'replay.osr');
  await writeFile(replay, request.replay);
  const own = await ownDanser(danser.path, folder);
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
    onNews(news) {
      if (news.kind === 'encoding') progress.begin(frames);
      else if (news.kind === 'progress') progress.frame(Math.round((frames * news.percent) / 100));
      else if (news.kind === 'pp') pp = news.pp;
      else if (news.kind === 'composing') progress.finish();
    },
  });

  const made = join(folders.videos, `${danserName}.mp4`);
  const durationMs = await takePicture(made, opened, thumbnail);
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
  if (analytics !== undefined) await writeAnalytics(opened, analytics);
  const { size: bytes } = await stat(made);
  await rename(made, file);
  return { ...shown, pp, frames: Math.round((durationMs * options.fps) / 1000), durationMs, bytes };
}

/** danser does not tell how long its video will be; this is near enough for a progress bar. */
function expectedFrames({ play, mods }: OpenedPlay, fps: number): number {
  return Math.max(1, Math.round(((lastTime(play) / mods.clockRate + aroundMs) / 1000) * fps));
}

/** It begins a little before the first object and shows the results for a while. */
const aroundMs = 8_000;

function lastTime(play: OpenedPlay['play']): number {
  return Math.max(0, ...play.map.objects.slice(-1).map(({ endTime }) => endTime));
}

/** Looks into the video, which says whether it is one, and how long it is. */
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

/** Where the song begins in the video is not told: the results in the end are left out, and the rest is to scale. */
function momentOf({ play }: OpenedPlay, durationMs: number): number {
  const last = lastTime(play);
  const share = last === 0 ? 0.5 : bestMoment(play, 0, last) / last;
  return share * Math.max(0, durationMs - aroundMs);
}
