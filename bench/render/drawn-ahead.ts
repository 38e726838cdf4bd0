import type { FrameSource } from '../../src/rendering/render/encode-frames.ts';
import { type PreparedRender, songTimeOf } from '../../src/rendering/render/index.ts';

/** How much memory the frames of a block may take: about a thousand frames of 1080p. */
const maxBlockBytes = 3e9;

export interface DrawnAhead extends FrameSource {
  /** The time that was spent on drawing, in milliseconds. */
  readonly drawingMs: number;
}

/**
 * Draws the frames of a video into memory, a block at a time, so that the time of the encoder alone can be measured over a
 * whole map. While a block is drawn, the encoder finishes the frames it has got, so its measured time is a little too short.
 */
export function drawAhead({ renderer, schedule }: PreparedRender): DrawnAhead {
  const bytesPerFrame = renderer.compositor.i420().length;
  const blockFrames = Math.min(schedule.frames, Math.max(1, Math.floor(maxBlockBytes / bytesPerFrame)));
  const block = Array.from({ length: blockFrames }, () => new Uint8Array(bytesPerFrame));
  let next = 0;
  let drawingMs = 0;

  async function drawBlock(): Promise<void> {
    const startedMs = performance.now();
    for (const [index, picture] of block.entries()) {
      if (next + index >= schedule.frames) break;
      await renderer.draw(songTimeOf(schedule, next + index));
      picture.set(renderer.compositor.i420());
    }
    drawingMs += performance.now() - startedMs;
  }

  return {
    get drawingMs() {
      return drawingMs;
    },
    async draw() {
      if (next % blockFrames === 0) await drawBlock();
      next++;
    },
    compositor: {
      i420: () => block[Math.max(0, next - 1) % blockFrames]!,
      changedTiles: () => undefined,
    },
  };
}
