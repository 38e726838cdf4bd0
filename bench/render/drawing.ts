import { prepareRender, songTimeOf } from '../../src/rendering/render/index.ts';
import { frameAt } from '../../src/rendering/scene/index.ts';
import { createSceneRenderer } from '../../src/rendering/scene-loader/index.ts';
import { median } from '../median.ts';
import { type Clip, requestOf, sizes } from './clips.ts';

/** Other programs on the machine make a pass up to twice as slow, so the fastest one counts. */
const passes = 5;

/**
 * Measures the CPU time per frame, including garbage collection: for building the display list, and for compositing and
 * converting to I420. All frames are drawn once before, so that images are loaded and code is compiled.
 */
export async function measureDrawing(
  clip: Clip,
  size: keyof typeof sizes,
  { data, frames, motionBlur = false }: { data: string; frames: number; motionBlur?: boolean },
) {
  const prepared = await prepareRender(requestOf(clip, { data, frames, motionBlur, ...sizes[size] }));
  const { scenes, schedule } = prepared;
  const renderer = await createSceneRenderer(scenes[0], sizes[size]);
  const { scene, compositor } = renderer;
  for (let frame = 0; frame < schedule.frames; frame++) {
    await renderer.draw(songTimeOf(schedule, frame));
    compositor.i420();
  }
  const drawn = Array.from({ length: passes }, () => {
    const listing: number[] = [];
    const composing: number[] = [];
    for (let frame = 0; frame < schedule.frames; frame++) {
      const startedMs = cpuMs();
      const list = frameAt(scene, songTimeOf(schedule, frame));
      const listedMs = cpuMs();
      compositor.compose(list);
      compositor.i420();
      listing.push(listedMs - startedMs);
      composing.push(cpuMs() - listedMs);
    }
    return {
      listingCpuMs: median(listing),
      totalCpuMs: median(listing.map((ms, frame) => ms + composing[frame]!)),
      composingCpuMsWorst: Math.max(...composing),
    };
  });
  return drawn.reduce((fastest, pass) => (pass.totalCpuMs < fastest.totalCpuMs ? pass : fastest));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Measures how long a frame takes after a seek, once the scene is loaded. */
export async function measureSeeking(clip: Clip, { data, frames }: { data: string; frames: number }) {
  const prepared = await prepareRender(requestOf(clip, { data, frames }));
  const { renderer } = prepared;
  await renderer.preload();
  const { start, end } = renderer.scene.span;
  const costs: number[] = [];
  for (let seek = 0; seek < 40; seek++) {
    // Steps of the golden ratio cover the play evenly without repeating a time.
    const t = start + ((seek * 0.618034) % 1) * (end - start);
    const before = performance.now();
    await renderer.draw(t);
    renderer.compositor.i420();
    costs.push(performance.now() - before);
  }
  return { seekMs: median(costs), seekMsWorst: Math.max(...costs) };
}
