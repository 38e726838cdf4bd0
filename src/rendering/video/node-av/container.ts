import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AVERROR_EOF, AVSEEK_CUR, AVSEEK_END, AVSEEK_SET, AVSEEK_SIZE } from 'node-av/constants';
import { FormatContext, IOContext } from 'node-av/lib';
import './check.ts';

/** A media file: its bytes or its path. */
export type MediaSource = Uint8Array | string;

/** An open file with its streams. */
export interface Container {
  readonly format: FormatContext;
  close(): void;
}

/** Opens a file that has one of the formats (FFmpeg's names, separated by commas); null if it has none of them. */
export function openContainer(
  source: MediaSource,
  formats: string,
  options: Readonly<Record<string, string>> = {},
): Container | null {
  const bytes = typeof source === 'string' ? fileBytes(source) : memoryBytes(source);
  const io = new IOContext();
  io.allocContextWithCallbacks(32 * 1024, 0, bytes.read, null, bytes.seek);
  const format = new FormatContext();
  format.allocContext();
  format.pb = io;
  // Playlists and similar formats could name other files.
  format.setOption('format_whitelist', formats);
  format.setOption('protocol_whitelist', 'none');
  for (const [option, value] of Object.entries(options)) format.setOption(option, value);
  const isOpen = format.openInputSync('', null, null) >= 0;

  function close(): void {
    if (isOpen) format.closeInputSync();
    else format.freeContext();
    io.freeContext();
    bytes.close();
  }

  if (isOpen && format.findStreamInfoSync(null) >= 0) return { format, close };
  close();
  return null;
}

interface Bytes {
  read(size: number): Buffer | number;
  seek(offset: bigint, whence: number): bigint;
  close(): void;
}

function memoryBytes(source: Uint8Array): Bytes {
  const buffer = Buffer.from(source.buffer, source.byteOffset, source.length);
  return seekable(
    source.length,
    (at, size) => buffer.subarray(at, at + size),
    () => {},
  );
}

function fileBytes(path: string): Bytes {
  const file = openSync(path, 'r');
  const read = (at: number, size: number) => {
    const buffer = Buffer.allocUnsafe(size);
    return buffer.subarray(0, readSync(file, buffer, 0, size, at));
  };
  return seekable(fstatSync(file).size, read, () => closeSync(file));
}

function seekable(length: number, read: (at: number, size: number) => Buffer, close: () => void): Bytes {
  let position = 0;
  return {
    read(size) {
      const found = position < length ? read(position, size) : null;
      if (!found || found.length === 0) return AVERROR_EOF;
      position += found.length;
      return found;
    },
    seek(offset, whence) {
      const origin = { [AVSEEK_SET]: 0, [AVSEEK_CUR]: position, [AVSEEK_END]: length }[whence];
      if (whence === AVSEEK_SIZE) return BigInt(length);
      if (origin === undefined) return -1n;
      position = Math.max(0, origin + Number(offset));
      return BigInt(position);
    },
    close,
  };
}
