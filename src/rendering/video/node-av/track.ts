import type { Packet, Stream } from 'node-av/lib';
import { openContainer } from './container.ts';

/** The only stream of a file that was written to be joined with others. */
export interface Track {
  readonly stream: Stream;
  /** Reads the next packet; returns false at the end. */
  next(packet: Packet): boolean;
  close(): void;
}

/** Opens a file with a single stream. */
export function openTrack(file: string): Track {
  const container = openContainer(file, 'mov');
  const [stream, ...others] = container?.format.streams ?? [];
  if (!container || !stream || others.length > 0) {
    container?.close();
    throw new Error('A segment of the video is unreadable.');
  }
  return {
    stream,
    next: (packet) => container.format.readFrameSync(packet) >= 0,
    close: container.close,
  };
}

/** Returns the decoding time of a packet. */
export function secondsOf(packet: Packet, { timeBase }: Stream): number {
  return (Number(packet.dts) * timeBase.num) / timeBase.den;
}
