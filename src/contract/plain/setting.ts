/** One thing a client may set, and everything there is to know about it. A default of null: not set. */
export type Setting = FlagSetting | NumberSetting | ChoiceSetting;

interface Described {
  /** One sentence of what it does. */
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
}

export interface ChoiceSetting extends Described {
  readonly kind: 'choice';
  readonly default: string | number | null;
  readonly of: readonly (string | number)[];
}

export type SettingValue = boolean | number | string | null;

/** What a setting of this shape may be set to. */
export type ValueOf<S extends Setting> =
  | (S extends FlagSetting
      ? boolean
      : S extends NumberSetting
        ? number
        : S extends ChoiceSetting
          ? S['of'][number]
          : never)
  | Extract<S['default'], null>;

export function isValueOf(setting: Setting, value: unknown): value is SettingValue {
  if (value === null) return setting.default === null;
  if (setting.kind === 'flag') return typeof value === 'boolean';
  if (setting.kind === 'choice') return setting.of.some((known) => known === value);
  return typeof value === 'number' && value >= setting.min && value <= setting.max;
}

/** What a value has to be, to go on after "Must be". */
export function expectedOf(setting: Setting): string {
  if (setting.kind === 'flag') return 'true or false';
  if (setting.kind === 'number') return `a number from ${setting.min} to ${setting.max}`;
  const [last, ...others] = setting.of.map((known) => JSON.stringify(known)).reverse();
  return others.length === 0 ? last! : `${others.reverse().join(', ')} or ${last}`;
}
