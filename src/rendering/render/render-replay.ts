import { rm } from 'node:fs/promises';
import { canBeJoined } from '../video/index.ts';
import { writeAnalytics } from './analytics.ts';
import { bestMoment } from './best-moment.ts';
import { describePlay } from './describe-play.ts';
import { type FrameRange, songTimeOf } from './film.ts';
import { type PreparedRender, prepareRender } from './prepare-render.ts';
import { writePreview } from './preview.ts';
import { createProgress } from './progress.ts';
import type { RenderHooks, RenderRequest, RenderResult } from './request.ts';
import { mostProcesses, worthwhileProcesses } from './segments/choose-processes.ts';
import { type Fleet, planFleet } from './segments/plan-segments.ts';
import { joinFilmed, shootInSegments } from './segments/shoot-in-segments.ts';
import { type Footage, type Shooting, shootAtOnce } from './shoot.ts';
import { writeThumbnail } from './thumbnail.ts';

/** Makes the video of a replay. Whatever goes wrong or is aborted on the way leaves no file behind. */
export async function renderReplay(request: RenderRequest, hooks: RenderHooks = {}): Promise<RenderResult> {
  return film(await prepare(request, hooks));
}

/** The same, unless a fleet had better make it: then it answers in which stretches, and has made nothing. */
export async function renderOrShareOut(
  request: RenderRequest,
  hooks: RenderHooks,
  fleet: Fleet,
): Promise<RenderResult | { readonly ranges: readonly FrameRange[] }> {
  const open = await prepare(request, hooks);
  const { stage, take } = open.prepared;
  const ranges = canBeJoined(request.options) ? planFleet(take, fleet) : [];
  if (ranges.length < 2) return film(open);
  await stage.close();
  return { ranges };
}

/** A render that has read everything and drawn nothing. */
interface OpenRender {
  readonly request: RenderRequest;
  readonly hooks: RenderHooks;
  readonly progress: ReturnType<typeof createProgress>;
  readonly prepared: PreparedRender;
  readonly shown: ReturnType<typeof describePlay>;
}

async function prepare(request: RenderRequest, hooks: RenderHooks): Promise<OpenRender> {
  const progress = createProgress(hooks.onProgress);
  hooks.signal?.throwIfAborted();
  progress.prepare();
  const prepared = await prepareRender(request, hooks);
  const shown = describePlay(prepared.opened);
  hooks.onOpened?.(shown);
  return { request, hooks, progress, prepared, shown };
}

async function film({ request, hooks, progress, prepared, shown }: OpenRender): Promise<RenderResult> {
  const { thumbnail, preview, analytics, range, filmed } = request;
  const { signal, onNote = () => {} } = hooks;
  const { stage, take } = prepared;
  const { frames } = range ?? take;
  let footage: Footage | null = null;
  try {
    if (filmed === undefined) progress.begin(frames);
    else progress.finish();
    footage = await shoot({ prepared, request, onFrame: progress.frame, onNote, signal });
    progress.finish();
    if (range === undefined) await makeBeside(prepared, request, signal);
    signal?.throwIfAborted();
    const { bytes } = await footage.finish();
    return { ...shown, frames, durationMs: (frames * 1000) / take.fps, bytes };
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
  const { pool, options, range, filmed } = request;
  if (filmed !== undefined) return joinFilmed(shooting, filmed);
  if (!pool || pool.segmentSeconds === 0 || !canBeJoined(options)) return shootAtOnce(shooting);
  const { width, height } = options;
  const most = mostProcesses(pool.machine, { width, height, wanted: pool.processes });
  const processes = worthwhileProcesses(most, (range ?? prepared.take).frames);
  return processes > 1 ? shootInSegments(shooting, pool, processes) : shootAtOnce(shooting);
}

/** What there is beside a video, where it is wanted. */
async function makeBeside(
  prepared: PreparedRender,
  request: RenderRequest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { opened, take, props } = prepared;
  const { thumbnail, preview, analytics } = request;
  const { preview: kind, width, height } = request.options;
  const moment = bestMoment(opened.play, take.start, songTimeOf(take, take.frames));
  const upright = height > width;
  if (thumbnail !== undefined) await writeThumbnail(props, moment, { file: thumbnail, upright });
  if (preview !== undefined && kind !== null) await writePreview(prepared, { file: preview, kind, moment, signal });
  if (analytics !== undefined) await writeAnalytics(opened, analytics, take);
}
