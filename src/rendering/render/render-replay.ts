import { rm } from 'node:fs/promises';
import { Failure } from '../../failure.ts';
import { canJoinSegments } from '../video/index.ts';
import { writeAnalytics } from './artifacts/analytics.ts';
import { otherPlays } from './artifacts/other-plays.ts';
import { writeArtifacts } from './artifacts/write-artifacts.ts';
import { describePlay, describePlayers } from './describe-play.ts';
import { type SegmentFrames, videoLengthMs } from './frame-schedule.ts';
import { type PreparedRender, prepareRender } from './prepare-render.ts';
import { createProgress } from './progress.ts';
import { renderInProcess, type UnfinishedVideo, type VideoTask } from './render-in-process.ts';
import type { RenderHooks, RenderRequest, RenderResult } from './request.ts';
import { addSoundAndJoin } from './segments/add-sound-and-join.ts';
import { chooseThreads } from './segments/choose-processes.ts';
import {
  createOtherProcesses,
  estimateProcesses,
  type OtherProcesses,
  processesFor,
} from './segments/other-processes.ts';
import { type FreeWorkers, planWorkerSegments } from './segments/plan-segments.ts';
import { renderInSegments } from './segments/render-in-segments.ts';

/** Renders the video of a replay. After an error or an abort it leaves no file. */
export async function renderReplay(request: RenderRequest, hooks: RenderHooks = {}): Promise<RenderResult> {
  return renderWithinTarget(await prepare(request, hooks));
}

/**
 * Renders the video, or returns the segments in which free workers should render it; in that case it has written only the
 * analytics.
 */
export async function renderOrSplit(
  request: RenderRequest,
  hooks: RenderHooks,
  workers: FreeWorkers,
): Promise<RenderResult | { readonly segments: readonly SegmentFrames[] }> {
  const canSplit = workers.slots > 1 && canJoinSegments(request.options);
  const run = await prepare(request, hooks, canSplit ? { startsOthers: false } : {});
  const { renderer, schedule } = run.prepared;
  const segments = canSplit ? planWorkerSegments(schedule, workers) : [];
  if (segments.length < 2) return renderWithinTarget(run);
  await renderer.close();
  return { segments };
}

/** A render between its preparation and its first frame. */
interface RenderRun {
  readonly request: RenderRequest;
  readonly hooks: RenderHooks;
  readonly progress: ReturnType<typeof createProgress>;
  readonly otherProcesses: OtherProcesses;
  readonly prepared: PreparedRender;
  readonly description: ReturnType<typeof describePlay>;
}

async function prepare(
  request: RenderRequest,
  { onNote, ...others }: RenderHooks,
  { startsOthers = true }: { startsOthers?: boolean } = {},
): Promise<RenderRun> {
  const hooks = { ...others, ...(onNote && { onNote: withoutRepeats(onNote) }) };
  const progress = createProgress(hooks.onProgress);
  hooks.signal?.throwIfAborted();
  progress.prepare();
  const otherProcesses = createOtherProcesses(request, hooks.onNote ?? (() => {}));
  if (startsOthers) otherProcesses.take(estimateProcesses(request) - 1);
  let prepared: PreparedRender | null = null;
  try {
    prepared = await prepareRender(request, hooks);
    const { first, schedule, together } = prepared;
    // Before the frames: viewers see the analysis while the video is rendered.
    if (request.analytics !== undefined)
      await writeAnalytics(first, request.analytics, { schedule, others: otherPlays(request), together });
    const description = describePlay(first, describePlayers(prepared));
    hooks.onOpened?.(description);
    return { request, hooks, progress, otherProcesses, prepared, description };
  } catch (error) {
    await Promise.all([otherProcesses.stop(), prepared?.renderer.close()]);
    throw error;
  }
}

/** How often a video that is larger than its target is rendered again, each time for a lower target. */
const maxRepeats = 2;
/** The next target is `proportional` times the one that would just fit, but at least `min` times the last one. */
const repeatFraction = { proportional: 0.97, min: 0.7 };

/** Renders the video; if it is larger than its target size, again with a lower bit rate. */
async function renderWithinTarget(run: RenderRun): Promise<RenderResult> {
  const { request, hooks } = run;
  const { file, options, segment } = request;
  let result = await renderPrepared(run);
  if (options.targetSizeMb === null || segment !== undefined) return result;
  let planned = options.targetSizeMb;
  for (let repeats = 0; result.bytes > options.targetSizeMb * 1e6; repeats++) {
    await rm(file, { force: true });
    await removeArtifacts(request);
    const size = `${(result.bytes / 1e6).toFixed(1)} MB`;
    if (repeats === maxRepeats)
      throw new Failure(
        'video/options-invalid',
        `The video has ${size}, more than the target size. Choose a larger target size.`,
      );
    hooks.onNote?.(`The video had ${size}, more than the target size. It is rendered again.`);
    const { proportional, min } = repeatFraction;
    planned *= Math.max(min, (proportional * options.targetSizeMb * 1e6) / result.bytes);
    const smaller = { ...request, encodedSegments: undefined, options: { ...options, targetSizeMb: planned } };
    result = await renderPrepared(await prepare(smaller, hooks));
  }
  return result;
}

/** Several processes report the same notes; each note is passed on once. */
function withoutRepeats(onNote: (note: string) => void): (note: string) => void {
  const seen = new Set<string>();
  return (note) => {
    if (seen.has(note)) return;
    seen.add(note);
    onNote(note);
  };
}

async function renderPrepared({
  request,
  hooks,
  progress,
  otherProcesses,
  prepared,
  description,
}: RenderRun): Promise<RenderResult> {
  const { segment, encodedSegments } = request;
  const { signal, onNote = () => {} } = hooks;
  const { renderer, schedule } = prepared;
  const { frames } = segment ?? schedule;
  let video: UnfinishedVideo | null = null;
  try {
    if (encodedSegments === undefined) progress.begin(frames);
    else progress.finish();
    video = await renderVideo({ prepared, request, onFrame: progress.frame, onNote, signal }, otherProcesses);
    progress.finish();
    if (segment === undefined) await writeArtifacts(prepared, request, signal);
    signal?.throwIfAborted();
    const { bytes } = await video.finish();
    return { ...description, frames, durationMs: videoLengthMs({ frames, fps: schedule.fps }), bytes };
  } catch (error) {
    await video?.abort();
    await removeArtifacts(request);
    throw error;
  } finally {
    await Promise.all([otherProcesses.stop(), renderer.close()]);
  }
}

async function removeArtifacts({ thumbnail, preview, analytics }: RenderRequest): Promise<void> {
  for (const file of [thumbnail, preview, analytics]) if (file !== undefined) await rm(file, { force: true });
}

/** Renders with as many processes as the request allows and the length of the video justifies. */
function renderVideo(task: VideoTask, otherProcesses: OtherProcesses): Promise<UnfinishedVideo> {
  const { request, prepared } = task;
  const { pool, options, segment, encodedSegments } = request;
  if (encodedSegments !== undefined) return addSoundAndJoin(task, encodedSegments);
  if (!pool || !canJoinSegments(options)) return renderInProcess(task);
  const processes = processesFor(request, (segment ?? prepared.schedule).frames);
  const threads = chooseThreads(pool.machine, processes, options);
  const others = otherProcesses.take(processes - 1);
  return processes > 1 ? renderInSegments(task, pool, { others, threads }) : renderInProcess({ ...task, threads });
}
