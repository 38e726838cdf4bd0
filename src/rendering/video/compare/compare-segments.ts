import { createBlockDifferences, type PictureDifference } from './block-differences.ts';
import { type EncodedPacket, openSegmentInput, type SegmentInput, SegmentRefused } from './segment-input.ts';

/** How a segment compares with the same segment rendered by a worker that is trusted. */
export type SegmentComparison =
  /** All packets are the same. */
  | { readonly result: 'equal' }
  /** It was encoded differently, and shows the same. */
  | { readonly result: 'within-bound'; readonly difference: PictureDifference }
  /** It shows something else, or is not usable at all. */
  | { readonly result: 'different'; readonly reason: string; readonly difference?: PictureDifference };

/** The differences that encoding the same pictures again may make. */
export type DifferenceBound = Omit<PictureDifference, 'frameNumber'>;

export interface CompareOptions {
  /** The file to check. It may contain anything. */
  readonly candidate: string;
  /** The same segment, rendered here. */
  readonly reference: string;
  readonly bound: DifferenceBound;
}

/** Compares two encoded segments: their packets first, and their decoded pictures if those differ. */
export function compareSegments({ candidate, reference, bound }: CompareOptions): SegmentComparison {
  try {
    if (withBoth(candidate, reference, haveEqualPackets)) return { result: 'equal' };
    return withBoth(candidate, reference, (inputs) => comparePictures(inputs, bound));
  } catch (error) {
    // A reference that cannot be read throws another error: the candidate is not at fault.
    if (error instanceof SegmentRefused) return { result: 'different', reason: error.message };
    throw error;
  }
}

/** Finds out what makes a file useless as a segment, without decoding it; null: nothing. */
export function findSegmentProblem(file: string, { frames, fps }: { frames: number; fps: number }): string | null {
  let input: SegmentInput | null = null;
  try {
    input = openSegmentInput(file);
    return packetProblem(input, { frames, fps });
  } catch (error) {
    if (error instanceof SegmentRefused) return error.message;
    throw error;
  } finally {
    input?.close();
  }
}

interface Inputs {
  readonly candidate: SegmentInput;
  readonly reference: SegmentInput;
}

function withBoth<T>(candidateFile: string, referenceFile: string, use: (inputs: Inputs) => T): T {
  const reference = openReference(referenceFile);
  try {
    const candidate = openSegmentInput(candidateFile);
    try {
      return use({ candidate, reference });
    } finally {
      candidate.close();
    }
  } finally {
    reference.close();
  }
}

/** A broken file of our own must not count against the worker that is checked. */
function openReference(file: string): SegmentInput {
  try {
    const input = openSegmentInput(file);
    return { ...input, nextPicture: () => ownPicture(input) };
  } catch (cause) {
    throw new Error('The segment that was rendered for the comparison is unreadable.', { cause });
  }
}

function ownPicture(input: SegmentInput): ReturnType<SegmentInput['nextPicture']> {
  try {
    return input.nextPicture();
  } catch (cause) {
    throw new Error('The segment that was rendered for the comparison cannot be decoded.', { cause });
  }
}

function haveEqualPackets({ candidate, reference }: Inputs): boolean {
  if (!candidate.headers.equals(reference.headers)) return false;
  for (;;) {
    const [a, b] = [candidate.nextPacket(), reference.nextPacket()];
    if (a === null || b === null) return a === b;
    if (!isEqualPacket(a, b)) return false;
  }
}

function isEqualPacket(a: EncodedPacket, b: EncodedPacket): boolean {
  const isSameTime = a.shownAt === b.shownAt && a.decodedAt === b.decodedAt;
  return isSameTime && a.isKey === b.isKey && a.data.equals(b.data);
}

function comparePictures({ candidate, reference }: Inputs, bound: DifferenceBound): SegmentComparison {
  const { width, height } = reference;
  if (candidate.width !== width || candidate.height !== height)
    return different(`It has ${candidate.width}×${candidate.height} pixels; expected ${width}×${height}.`);
  const differences = createBlockDifferences({ width, height });
  for (let number = 0; ; number++) {
    const [a, b] = [candidate.nextPicture(), reference.nextPicture()];
    if (a === null && b === null) break;
    if (a === null || b === null) return different(`It has ${a === null ? 'fewer' : 'more'} frames than expected.`);
    if (Math.abs(a.shownAt - b.shownAt) > maxTimeDifference)
      return different(`Frame ${number} is shown at ${a.shownAt} s; expected ${b.shownAt} s.`);
    differences.add(a.planes, b.planes);
  }
  const difference = differences.result();
  const exceeded = (['block', 'frame', 'lasting'] as const).find((kind) => difference[kind] > bound[kind]);
  if (exceeded === undefined) return { result: 'within-bound', difference };
  const [found, allowed] = [difference[exceeded].toFixed(1), bound[exceeded].toFixed(1)];
  return { ...different(`Its pictures differ by ${found} levels (${exceeded}); allowed are ${allowed}.`), difference };
}

const different = (reason: string) => ({ result: 'different' as const, reason });

/** Rounded to the time base of the file, which is much finer than a frame. */
const maxTimeDifference = 0.0005;

/** What the join needs: a key frame first, the expected number of frames, each at a time of its own. */
function packetProblem(input: SegmentInput, { frames, fps }: { frames: number; fps: number }): string | null {
  const shown = new Set<number>();
  let lastDecodedAt = Number.NEGATIVE_INFINITY;
  for (let packet = input.nextPacket(); packet !== null; packet = input.nextPacket()) {
    if (shown.size === 0 && !packet.isKey) return 'It does not begin with a key frame.';
    if (!(packet.decodedAt > lastDecodedAt)) return 'Its packets are out of order.';
    lastDecodedAt = packet.decodedAt;
    const number = Math.round(packet.shownAt * fps);
    if (!(number >= 0 && number < frames) || shown.has(number)) return `It has a frame at ${packet.shownAt} s.`;
    shown.add(number);
  }
  return shown.size === frames ? null : `It has ${shown.size} frames; expected ${frames}.`;
}
