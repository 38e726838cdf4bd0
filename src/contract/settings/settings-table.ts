import { formFields } from './form-fields.ts';
import { layoutSettings } from './layout-settings.ts';
import { lookSettings } from './look-settings.ts';
import { outputSettings } from './output-settings.ts';
import type { Setting, ValueOf } from './setting.ts';

/**
 * Every setting of a render, in the shape in which clients submit them. The request schema, the form parser, the command
 * line, the page, docs/settings.md, the defaults and the database type are all derived from this table. The renderer
 * reads a setting as the option of the same name in camel case (`cursor_size` is `cursorSize`).
 */
export const settingsTable = {
  /** Form fields of their own. */
  fields: formFields,
  /** Members of the JSON object in the form field `settings`; the defaults are what the specification describes. */
  settings: { ...outputSettings, ...lookSettings },
  /** Only for several replays in one video. */
  layout: layoutSettings,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

type Fields = typeof settingsTable.fields;
type Settings = typeof settingsTable.settings;
type Layout = typeof settingsTable.layout;

export type FieldName = keyof Fields;
export type SettingName = keyof Settings;
export type LayoutSettingName = keyof Layout;

/** The settings of a render as the API receives them and the database stores them. */
export type SubmittedSettings = { readonly [Name in FieldName]: ValueOf<Fields[Name]> } & {
  /** Only what the client sent; the table has the defaults. */
  readonly settings: SingleSettings & Partial<LayoutSettings>;
};

/** The settings that a video of one replay can have. */
export type SingleSettings = { readonly [Name in SettingName]?: ValueOf<Settings[Name]> };

/** The settings of a video of several replays. */
export type LayoutSettings = { readonly [Name in LayoutSettingName]: ValueOf<Layout[Name]> };

export const fieldNames = Object.keys(formFields) as FieldName[];
export const settingNames = Object.keys(settingsTable.settings) as SettingName[];
export const layoutSettingNames = Object.keys(settingsTable.layout) as LayoutSettingName[];

/** The settings of a submission without any settings. */
export const defaultSettings: SubmittedSettings = {
  ...defaultsOf(settingsTable.fields),
  settings: {},
};

type Defaults<Rows extends Readonly<Record<string, Setting>>> = { readonly [Name in keyof Rows]: ValueOf<Rows[Name]> };

/** The default of every row. */
export function defaultsOf<Rows extends Readonly<Record<string, Setting>>>(rows: Rows): Defaults<Rows> {
  const defaults = Object.entries(rows).map(([name, row]) => [name, row.default]);
  return Object.fromEntries(defaults) as Defaults<Rows>;
}
