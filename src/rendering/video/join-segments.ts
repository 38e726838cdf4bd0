import { rename, rm, stat } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Packet } from 'node-av/lib';
import { type EncodedVideo, sampleRate } from './encoder.ts';
import { encodingFailureOf } from './encoding-failure.ts';
import { createMuxer } from './node-av/muxer.ts';
import { openTrack, secondsOf, type Track } from './node-av/track.ts';
import { temporaryPathOf } from './temporary-path.ts';

/** A part of a video as a file of its own, without sound; it begins with a key frame. */
export interface Segment {
  readonly file: string;
  readonly frames: number;
}

export interface JoinOptions {
  /** In order. */
  readonly segments: readonly Segment[];
  /** The sound of the whole video, as `encodeSound` writes it. */
  readonly sound: string | null;
  readonly fps: number;
  /** The file to write; it appears only when it is finished. */
  readonly file: string;
}

/** Joins segments that were encoded with the same settings into one video, by copying packets. */
export async function joinSegments(
  { segments, sound, fps, file }: JoinOptions,
  { signal }: { signal?: AbortSignal } = {},
): Promise<EncodedVideo> {
  const [firstSegment] = segments;
  if (!firstSegment) throw new Error('There are no segments to join.');
  const temporaryFile = temporaryPathOf(file);
  const muxer = createMuxer(temporaryFile, 'mp4');
  const packet = new Packet();
  packet.alloc();
  const soundTrack = sound === null ? null : openTrack(sound);
  let track: Track | null = null;
  try {
    track = openTrack(firstSegment.file);
    const { extradata: headers } = track.stream.codecpar;
    // The bitrate of one segment is not that of the whole video, which the muxer computes itself.
    track.stream.codecpar.bitRate = 0n;
    const writePicture = muxer.addCopiedStream(track.stream, fps);
    const copySoundUntil =
      soundTrack && createSoundCopier(soundTrack, muxer.addCopiedStream(soundTrack.stream, sampleRate));
    await muxer.open();

    let frames = 0;
    for (const segment of segments) {
      signal?.throwIfAborted();
      track ??= openTrack(segment.file);
      const { stream } = track;
      if (!headers || !stream.codecpar.extradata?.equals(headers))
        throw new Error('The segments of the video were encoded with different settings.');
      const { num, den } = stream.timeBase;
      const shift = BigInt(Math.round((frames * den) / (num * fps)));
      let count = 0;
      for (; track.next(packet); count++) {
        packet.pts += shift;
        packet.dts += shift;
        copySoundUntil?.(secondsOf(packet, stream));
        writePicture(packet);
      }
      if (count !== segment.frames)
        throw new Error(`A segment of the video has ${count} frames; expected ${segment.frames}.`);
      frames += count;
      track.close();
      track = null;
      await yieldToEventLoop();
    }
    copySoundUntil?.(Number.POSITIVE_INFINITY);
    await muxer.finish();
    signal?.throwIfAborted();
    const { size: bytes } = await stat(temporaryFile);
    await rename(temporaryFile, file);
    return { bytes, frames };
  } catch (error) {
    signal?.throwIfAborted();
    throw encodingFailureOf(error);
  } finally {
    track?.close();
    soundTrack?.close();
    await muxer.close();
    packet.free();
    await rm(temporaryFile, { force: true });
  }
}

/** Returns a function that copies the sound up to a time, so that pictures lie next to their sound in the file. */
function createSoundCopier(track: Track, write: (packet: Packet) => void): (untilSeconds: number) => void {
  const packet = new Packet();
  packet.alloc();
  let hasPacket = track.next(packet);
  return (untilSeconds) => {
    while (hasPacket && secondsOf(packet, track.stream) <= untilSeconds) {
      write(packet);
      hasPacket = track.next(packet);
    }
    if (!hasPacket) packet.free();
  };
}
