import { AVERROR_EOF } from 'node-av/constants';
import { type CodecContext, FFmpegError, type Packet, PosixError } from 'node-av/lib';
import { check } from './check.ts';

const AVERROR_EAGAIN = FFmpegError.AVERROR(PosixError.EAGAIN);

/** Returns whether FFmpeg needs more input, or has reached the end. */
export function isDrained(code: number): boolean {
  return code === AVERROR_EAGAIN || code === AVERROR_EOF;
}

/** Writes the packets that are ready. Sending a frame already encoded it, so this takes no time. */
export function drain(encoder: CodecContext, packet: Packet, write: (packet: Packet) => void): void {
  for (;;) {
    const code = encoder.receivePacketSync(packet);
    if (isDrained(code)) return;
    check(code, 'encoding');
    write(packet);
  }
}

/** Encodes and writes everything the encoder still holds. */
export async function flush(encoder: CodecContext, packet: Packet, write: (packet: Packet) => void): Promise<void> {
  check(await encoder.sendFrame(null), 'ending a stream');
  for (;;) {
    const code = await encoder.receivePacket(packet);
    if (isDrained(code)) return;
    check(code, 'encoding');
    write(packet);
  }
}
