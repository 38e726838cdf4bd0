import { AV_LOG_QUIET } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';

// Errors are returned as codes; FFmpeg would also print them to stderr, between the program's own lines.
Log.setLevel(AV_LOG_QUIET);

/** Throws if FFmpeg returned an error code, which is negative. */
export function check(code: number, action: string): number {
  if (code < 0) throw new Error(`${action}: ${FFmpegError.strerror(code)}`);
  return code;
}
