import type { FailureCode } from '../../failure.ts';

/** An event that danser reports in its output. */
export type DanserEvent =
  | { readonly kind: 'encoding' }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'pp'; readonly pp: number }
  | { readonly kind: 'composing' }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string };

/** Parses a line of output; null if it reports no event. */
export function parseDanserLine(line: string): DanserEvent | null {
  const text = line.replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /, '').trim();
  for (const [pattern, toEvent] of table) {
    const match = pattern.exec(text);
    if (match) return toEvent(match);
  }
  return null;
}

const failed = (code: FailureCode) => (match: RegExpExecArray) =>
  ({ kind: 'failed', code, message: match[0] }) as const;

const table: readonly [RegExp, (match: RegExpExecArray) => DanserEvent][] = [
  [/^Starting encoding!$/, () => ({ kind: 'encoding' })],
  [/^Progress: (\d{1,3})%, Speed: /, ([, percent]) => ({ kind: 'progress', percent: Math.min(100, Number(percent)) })],
  // The results table: the last column of the only player's row.
  [/^\| 1 \|.*\| *([\d.]+) \|$/, ([, pp]) => ({ kind: 'pp', pp: Number(pp) })],
  [/^Starting composing audio and video into one file/, () => ({ kind: 'composing' })],
  [/^Video is available at: /, () => ({ kind: 'finished' })],
  // After these two, danser exits with code 0 although it has failed.
  [/^Beatmap not found, closing\.\.\./, failed('beatmap/not-found')],
  [/^No beatmap specified, closing\.\.\./, failed('beatmap/not-found')],
  [/^panic: .*Video codec ".*" does not exist/, failed('video/encoder-missing')],
  [/^(panic: )?ffmpeg not found!/, failed('video/encoder-missing')],
  [/^panic: encoder ".*": invalid .*/, failed('video/options-invalid')],
  [/^panic: Modes other than osu!standard are not supported/, failed('replay/wrong-mode')],
  [/^(panic: )?Replay is missing input data/, failed('replay/no-frames')],
  [/^(panic: )?Incompatible mods selected!/, failed('replay/unsupported-mods')],
  [/^(panic: )?Failed to initialize OpenGL/, failed('render/danser-unusable')],
  [/^panic: .*(OpenGL|GLFW|X11|SDL|DISPLAY)/, failed('render/danser-unusable')],
  [/^panic: .*/, failed('render/failed')],
];
