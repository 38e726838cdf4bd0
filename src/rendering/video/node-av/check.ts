import { AV_LOG_QUIET } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';

// What matters comes back as a number; the rest would be written to stderr, between the program's own lines.
Log.setLevel(AV_LOG_QUIET);

/** FFmpeg's functions answer with a negative number when they fail. */
export function check(code: number, action: string): number {
  if (code < 0) throw new Error(`${action}: ${FFmpegError.strerror(code)}`);
  return code;
}
