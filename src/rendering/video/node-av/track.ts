import type { Packet, Stream } from 'node-av/lib';
import { openContainer } from './container.ts';

/** The one stream of a file that was made to be joined with others. */
export interface Track {
  readonly stream: Stream;
  /** The next packet into the given one; false at the end. */
  next(packet: Packet): boolean;
  close(): void;
}

export function openTrack(file: string): Track {
  const container = openContainer(file, 'mov');
  const [stream, ...others] = container?.format.streams ?? [];
  if (!container || !stream || others.length > 0) {
    container?.close();
    throw new Error('A part of the video cannot be read.');
  }
  return {
    stream,
    next: (packet) => container.format.readFrameSync(packet) >= 0,
    close: container.close,
  };
}

/** When a packet of a stream is to be decoded. */
export function secondsOf(packet: Packet, { timeBase }: Stream): number {
  return (Number(packet.dts) * timeBase.num) / timeBase.den;
}
