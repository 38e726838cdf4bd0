import { rm } from 'node:fs/promises';
import { canBeJoined } from '../video/index.ts';
import { writeAnalytics } from './analytics.ts';
import { bestMoment } from './best-moment.ts';
import { describePlay } from './describe-play.ts';
import { type PreparedRender, prepareRender } from './prepare-render.ts';
import { writePreview } from './preview.ts';
import { createProgress } from './progress.ts';
import type { RenderHooks, RenderRequest, RenderResult } from './request.ts';
import { mostProcesses, worthwhileProcesses } from './segments/choose-processes.ts';
import { shootInSegments } from './segments/shoot-in-segments.ts';
import { type Footage, type Shooting, shootAtOnce } from './shoot.ts';
import { writeThumbnail } from './thumbnail.ts';

/** Makes the video of a replay. Whatever goes wrong or is aborted on the way leaves no file behind. */
export async function renderReplay(request: RenderRequest, hooks: RenderHooks = {}): Promise<RenderResult> {
  const { thumbnail, preview, analytics } = request;
  const { signal, onNote = () => {} } = hooks;
  const progress = createProgress(hooks.onProgress);
  signal?.throwIfAborted();
  progress.prepare();
  const prepared = await prepareRender(request, hooks);
  const { stage, take, props } = prepared;
  const shown = describePlay(prepared.opened);
  hooks.onOpened?.(shown);

  let footage: Footage | null = null;
  try {
    progress.begin(take.frames);
    footage = await shoot({ prepared, request, onFrame: progress.frame, onNote, signal });
    progress.finish();
    const moment = momentOf(prepared);
    const { preview: kind, width, height } = request.options;
    const upright = height > width;
    if (thumbnail !== undefined) await writeThumbnail(props, moment, { file: thumbnail, upright });
    if (preview !== undefined && kind !== null) await writePreview(prepared, { file: preview, kind, moment, signal });
    if (analytics !== undefined) await writeAnalytics(prepared.opened, analytics, take);
    signal?.throwIfAborted();
    const { bytes } = await footage.finish();
    return { ...shown, frames: take.frames, durationMs: (take.frames * 1000) / take.fps, bytes };
  } catch (error) {
    await footage?.abort();
    for (const beside of [thumbnail, preview, analytics]) if (beside !== undefined) await rm(beside, { force: true });
    throw error;
  } finally {
    await stage.close();
  }
}

/** By as many processes as it may have and as pay. */
function shoot(shooting: Shooting): Promise<Footage> {
  const { request, prepared } = shooting;
  const { pool, options } = request;
  if (!pool || !canBeJoined(options)) return shootAtOnce(shooting);
  const { width, height } = options;
  const most = mostProcesses(pool.machine, { width, height, wanted: pool.processes });
  const processes = worthwhileProcesses(most, prepared.take.frames);
  return processes > 1 ? shootInSegments(shooting, pool, processes) : shootAtOnce(shooting);
}

function momentOf({ opened, take }: PreparedRender): number {
  return bestMoment(opened.play, take.start, take.start + (take.frames * 1000 * take.rate) / take.fps);
}
