import type { FrameSource } from '../../src/rendering/render/encode-frames.ts';
import { samplesUntil } from '../../src/rendering/render/frame-schedule.ts';
import { type PreparedRender, type RenderRequest, songTimeOf } from '../../src/rendering/render/index.ts';
import { openRenderSound } from '../../src/rendering/render/sound.ts';
import type { PcmStream } from '../../src/rendering/video/index.ts';

/** Draws all frames of a clip into memory, and returns a function that creates sources of these frames. */
export async function preRenderFrames({ renderer, schedule }: PreparedRender): Promise<() => FrameSource> {
  const pictures: { planes: Uint8Array; changedTiles: Uint8Array }[] = [];
  for (let frame = 0; frame < schedule.frames; frame++) {
    await renderer.draw(songTimeOf(schedule, frame));
    const { compositor } = renderer;
    pictures.push({ planes: compositor.i420().slice(), changedTiles: compositor.changedTiles().slice() });
  }

  return () => {
    const all = pictures.values();
    let current = pictures[0]!;
    return {
      async draw() {
        current = all.next().value!;
      },
      compositor: { i420: () => current.planes, changedTiles: () => current.changedTiles },
    };
  };
}

/** Does the same for the sound. */
export async function preRenderSound(prepared: PreparedRender, request: RenderRequest): Promise<() => PcmStream> {
  const sound = await openRenderSound({ prepared, request }, { onNote() {}, signal: undefined });
  const all = sound.read(samplesUntil(prepared.schedule, prepared.schedule.frames));
  sound.close();
  return () => {
    let rest = all;
    return {
      read(frames) {
        const block = rest.subarray(0, frames * 2);
        rest = rest.subarray(block.length);
        return block;
      },
      close() {},
    };
  };
}
