import { join } from 'node:path';
import { joinSegments, openVideo, type VideoSettings } from '../../../src/rendering/video/index.ts';

// Small encoded segments to compare.

export const segmentSize = { width: 160, height: 96, fps: 30 } as const;
/** Four seconds: two groups of pictures. */
export const segmentFrames = 120;
const { width, height, fps } = segmentSize;

/** Returns the planes of a frame. */
export type Draw = (frame: number) => Uint8Array;

export interface EncodeOptions extends Partial<VideoSettings> {
  readonly draw?: Draw;
  readonly first?: number;
  readonly count?: number;
}

/** Encodes a segment as a worker does; returns its file. */
export async function encodeSegment(file: string, options: EncodeOptions = {}): Promise<string> {
  const { draw = drawRing, first = 0, count = segmentFrames, ...changes } = options;
  const quality = { encoder: 'libx264', preset: 'balanced', crf: 20 };
  const video = await openVideo({ file, width, height, fps, ...quality, audio: null, threads: 1, ...changes });
  for (let frame = first; frame < first + count; frame++) await video.addFrame(draw(frame));
  if (changes.audio) await video.addAudio(new Float32Array(48_000));
  await video.finish();
  return file;
}

/** Encodes a segment as two processes of a worker do: in two parts, which are joined. */
export async function encodeInParts(folder: string, options: EncodeOptions = {}): Promise<string> {
  const half = segmentFrames / 2;
  const segments = [];
  for (const first of [0, half]) {
    const part = await encodeSegment(join(folder, `part-${first}.mp4`), { ...options, first, count: half });
    segments.push({ file: part, frames: half });
  }
  const file = join(folder, 'joined.mp4');
  await joinSegments({ segments, sound: null, fps, file });
  return file;
}

const drawn = new Map<number, Uint8Array>();

/** A soft background, noise that stays, and a bright ring that moves. */
export function drawRing(frame: number): Uint8Array {
  const planes = drawn.get(frame) ?? drawRingAnew(frame);
  drawn.set(frame, planes);
  return planes.slice();
}

function drawRingAnew(frame: number): Uint8Array {
  const planes = new Uint8Array((width * height * 3) / 2).fill(128);
  const [centreX, centreY] = [80 + 50 * Math.cos(frame / 10), 48 + 25 * Math.sin(frame / 7)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isRing = Math.abs(Math.hypot(x - centreX, y - centreY) - 14) < 3;
      const noise = (Math.imul(x * 7919 + y * 104_729, 2_654_435_761) >>> 30) & 3;
      planes[y * width + x] = isRing ? 220 : 40 + (x >> 2) + (y >> 1) + noise;
    }
  return planes;
}

export interface Mark {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** How much brighter it is. */
  readonly levels: number;
  /** The only frame with the mark; by default all frames have it. */
  readonly frame?: number;
}

/** Draws the ring, and changes the brightness of a rectangle. */
export function drawMarked(mark: Mark): Draw {
  return (frame) => {
    const planes = drawRing(frame);
    if (mark.frame !== undefined && frame !== mark.frame) return planes;
    for (let y = mark.top; y < mark.top + mark.height; y++)
      for (let x = mark.left; x < mark.left + mark.width; x++) planes[y * width + x]! += mark.levels;
    return planes;
  };
}
