import type { Setting, settingsTable } from '../../../contract/settings/index.ts';
import { formatDuration, formatFraction, formatMegabytes, formatMultiple } from '../../words/numbers.ts';

type Tables = typeof settingsTable;
type NumbersOf<Rows extends Readonly<Record<string, Setting>>> = {
  [Name in keyof Rows]: Rows[Name]['kind'] extends 'number' ? Name : never;
}[keyof Rows];

/** The numbers among the settings; the times of a clip have fields of their own. */
export type NumberName = Exclude<
  NumbersOf<Tables['fields']> | NumbersOf<Tables['settings']>,
  'clip_start' | 'clip_end'
>;

/** How a number is shown: a fraction as a percentage, a multiple, or a size. `step` is in the unit of the setting. */
interface Unit {
  readonly step: number;
  readonly format: (value: number) => string;
  /** The unit after a field for numbers, for settings whose range is too large for a slider. */
  readonly typedUnit?: string;
}

const percent: Unit = { step: 0.01, format: formatFraction };
const multiple: Unit = { step: 0.05, format: formatMultiple };
const duration: Unit = { step: 5, format: formatDuration };
const megabytes: Unit = { step: 1, format: (value) => formatMegabytes(value * 1e6), typedUnit: 'MB' };

export const settingUnits: Readonly<Record<NumberName, Unit>> = {
  bg_dim: percent,
  intro_dim: percent,
  break_dim: percent,
  background_blur: percent,
  volume: percent,
  music_volume: percent,
  hitsound_volume: percent,
  speed: multiple,
  cursor_size: multiple,
  trail_scale: multiple,
  trail_density: multiple,
  target_size_mb: megabytes,
  highlights_seconds: duration,
};
