import { rename, rm, stat } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { Packet } from 'node-av/lib';
import { type EncodedVideo, sampleRate } from './encoder.ts';
import { encodingFailureOf, temporaryPathOf } from './engine-encoder.ts';
import { createMuxer } from './node-av/muxer.ts';
import { openTrack, secondsOf, type Track } from './node-av/track.ts';

/** A stretch of a film as a silent video of its own, which begins with a key frame. */
export interface Segment {
  readonly file: string;
  readonly frames: number;
}

export interface JoinOptions {
  /** In their order. */
  readonly segments: readonly Segment[];
  /** The sound of the whole, as `encodeSound` makes it. */
  readonly sound: string | null;
  readonly fps: number;
  /** Appears when it is finished. */
  readonly file: string;
}

/** Makes one video of segments that were encoded apart with the same settings: packets are copied, nothing is encoded. */
export async function joinSegments(
  { segments, sound, fps, file }: JoinOptions,
  { signal }: { signal?: AbortSignal } = {},
): Promise<EncodedVideo> {
  const part = temporaryPathOf(file);
  const muxer = createMuxer(part, 'mp4');
  const packet = new Packet();
  packet.alloc();
  const heard = sound === null ? null : openTrack(sound);
  let seen: Track | null = null;
  try {
    seen = openTrack(segments[0]!.file);
    const { extradata: headers } = seen.stream.codecpar;
    // That of one part is not that of the whole, which the muxer reckons itself.
    seen.stream.codecpar.bitRate = 0n;
    const writePicture = muxer.addCopiedStream(seen.stream, fps);
    const passSound = heard && soundPasser(heard, muxer.addCopiedStream(heard.stream, sampleRate));
    await muxer.open();

    let frames = 0;
    for (const segment of segments) {
      signal?.throwIfAborted();
      seen ??= openTrack(segment.file);
      const { stream } = seen;
      if (!headers || !stream.codecpar.extradata?.equals(headers))
        throw new Error('The parts of a video were encoded with different settings.');
      const { num, den } = stream.timeBase;
      const shift = BigInt(Math.round((frames * den) / (num * fps)));
      let count = 0;
      for (; seen.next(packet); count++) {
        packet.pts += shift;
        packet.dts += shift;
        passSound?.(secondsOf(packet, stream));
        writePicture(packet);
      }
      if (count !== segment.frames)
        throw new Error(`A part of the video has ${count} frames where ${segment.frames} were expected.`);
      frames += count;
      seen.close();
      seen = null;
      await breathe();
    }
    passSound?.(Number.POSITIVE_INFINITY);
    await muxer.finish();
    signal?.throwIfAborted();
    const { size: bytes } = await stat(part);
    await rename(part, file);
    return { bytes, frames };
  } catch (error) {
    signal?.throwIfAborted();
    throw encodingFailureOf(error);
  } finally {
    seen?.close();
    heard?.close();
    await muxer.close();
    packet.free();
    await rm(part, { force: true });
  }
}

/** Writes the sound up to a moment: what is seen and heard together lies together in the file. */
function soundPasser(track: Track, write: (packet: Packet) => void): (untilSeconds: number) => void {
  const packet = new Packet();
  packet.alloc();
  let more = track.next(packet);
  return (until) => {
    while (more && secondsOf(packet, track.stream) <= until) {
      write(packet);
      more = track.next(packet);
    }
    if (!more) packet.free();
  };
}
