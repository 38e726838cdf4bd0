import { type Sound, sampleRate } from './sound.ts';

/** A 16-bit WAV file with one channel, or two of the same length. */
export function wavOf(...channels: readonly [Sound] | readonly [left: Sound, right: Sound]): Uint8Array {
  const frames = channels[0].length;
  const frameBytes = channels.length * 2;
  const dataBytes = frames * frameBytes;
  const file = new Uint8Array(44 + dataBytes);
  const view = new DataView(file.buffer);
  const name = (at: number, text: string) => file.set(new TextEncoder().encode(text), at);
  name(0, 'RIFF');
  view.setUint32(4, 36 + dataBytes, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 16, true);
  name(36, 'data');
  view.setUint32(40, dataBytes, true);
  let at = 44;
  for (let i = 0; i < frames; i++) {
    for (const channel of channels) {
      view.setInt16(at, Math.round(Math.max(-1, Math.min(1, channel[i]!)) * 32767), true);
      at += 2;
    }
  }
  return file;
}
