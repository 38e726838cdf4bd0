import { isSkinName } from './skin-name.ts';

/** One row of the settings table: everything the service knows about one setting. A default of null means "not set". */
export type Setting = FlagSetting | NumberSetting | ChoiceSetting | SkinSetting;

interface Described {
  /** One sentence for the API documentation, docs/settings.md, the command line and the page. */
  readonly description: string;
}

export interface FlagSetting extends Described {
  readonly kind: 'flag';
  readonly default: boolean;
}

export interface NumberSetting extends Described {
  readonly kind: 'number';
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
  /** Whether a text above 1 is read as a percentage; only for numbers from 0 to 1. */
  readonly acceptsPercent?: true;
}

export interface ChoiceSetting extends Described {
  readonly kind: 'choice';
  readonly default: string | number | null;
  readonly choices: readonly (string | number)[];
}

export interface SkinSetting extends Described {
  readonly kind: 'skin';
  readonly default: string;
}

export type SettingValue = boolean | number | string | null;

/** The values that a setting of this type accepts. */
export type ValueOf<S extends Setting> =
  | (S extends FlagSetting
      ? boolean
      : S extends NumberSetting
        ? number
        : S extends ChoiceSetting
          ? S['choices'][number]
          : S extends SkinSetting
            ? string
            : never)
  | Extract<S['default'], null>;

export function isValueOf(setting: Setting, value: unknown): value is SettingValue {
  if (value === null) return setting.default === null;
  if (setting.kind === 'flag') return typeof value === 'boolean';
  if (setting.kind === 'choice') return setting.choices.some((choice) => choice === value);
  if (setting.kind === 'skin') return typeof value === 'string' && isSkinName(value);
  return typeof value === 'number' && value >= setting.min && value <= setting.max;
}

/** What a setting accepts, to follow "Must be". Choices are written as in JSON unless `format` says otherwise. */
export function expectedOf(setting: Setting, format: (choice: string | number) => string = JSON.stringify): string {
  if (setting.kind === 'flag') return 'true or false';
  if (setting.kind === 'skin') return 'a skin name of letters, digits, spaces, hyphens and underscores';
  if (setting.kind === 'choice') return listOf(setting.choices.map(format));
  const range = `a number from ${setting.min} to ${setting.max}`;
  return setting.acceptsPercent ? `${range}, or a percentage up to 100` : range;
}

function listOf(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}
