import { type PreparedRender, prepareRender, songTimeOf } from '../../src/render/index.ts';
import type { ReadyFrame } from '../encoder-alone.ts';
import { median } from '../median.ts';
import { type Clip, requestOf, sizes } from './clips.ts';

/** The compiler needs some frames to see what is worth its while. */
const warmUpFrames = 60;

/** What a frame costs to draw and to turn into the encoder's colours: processor time, garbage collection included. */
export async function measureDrawing(
  clip: Clip,
  size: keyof typeof sizes,
  { data, frames, motionBlur = false }: { data: string; frames: number; motionBlur?: boolean },
) {
  const prepared = await prepareRender(requestOf(clip, { data, frames, motionBlur, ...sizes[size] }));
  for (let frame = 0; frame < warmUpFrames; frame++) await drawFrame(prepared, frame);
  const costs: number[] = [];
  for (let frame = 0; frame < prepared.take.frames; frame++) {
    const before = process.cpuUsage();
    await drawFrame(prepared, frame);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return { cpuMsPerFrame: median(costs), cpuMsWorst: Math.max(...costs) };
}

/** How long a moment takes that nobody expected, once the show is loaded. */
export async function measureSeeking(clip: Clip, { data, frames }: { data: string; frames: number }) {
  const prepared = await prepareRender(requestOf(clip, { data, frames }));
  const { stage } = prepared;
  await stage.rehearse();
  const { start, end } = stage.show.span;
  const costs: number[] = [];
  for (let seek = 0; seek < 40; seek++) {
    // Leaps of the golden section: nowhere twice, everywhere in the end.
    const t = start + ((seek * 0.618034) % 1) * (end - start);
    const before = performance.now();
    await stage.draw(t);
    stage.compositor.i420();
    costs.push(performance.now() - before);
  }
  return { seekMs: median(costs), seekMsWorst: Math.max(...costs) };
}

/** Every frame of a clip, ready for the encoder. */
export async function readyFrames(prepared: PreparedRender): Promise<ReadyFrame[]> {
  const ready: ReadyFrame[] = [];
  for (let frame = 0; frame < prepared.take.frames; frame++) {
    const { planes, changedTiles } = await drawFrame(prepared, frame);
    ready.push({ planes: planes.slice(), changedTiles: changedTiles.slice() });
  }
  return ready;
}

export async function drawFrame({ stage, take }: PreparedRender, frame: number): Promise<Required<ReadyFrame>> {
  await stage.draw(songTimeOf(take, frame));
  return { planes: stage.compositor.i420(), changedTiles: stage.compositor.changedTiles() };
}
