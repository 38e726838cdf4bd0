import {
  defaultSettings,
  type FieldName,
  fieldNames,
  isObject,
  isSubmittedSettings,
  type SettingName,
  type Style,
  settingNames,
  settingsTable,
} from '../../../contract/settings/index.ts';

function isStyle(value: unknown): value is Style {
  return isObject(value) && !('skin' in value) && isSubmittedSettings({ ...value, skin: defaultSettings.skin });
}

/** The styles saved on this device, by name. */
export type SavedStyles = Readonly<Record<string, Style>>;

export const maxSavedStyles = 20;

export function isSavedStyles(value: unknown): value is SavedStyles {
  return isObject(value) && Object.values(value).every(isStyle);
}

/** A form field or a setting; the resolution is both, and has one name. */
export type StyleName = Exclude<FieldName, 'skin'> | Exclude<SettingName, 'clip_start' | 'clip_end'>;

const isStyleName = (name: FieldName | SettingName): name is StyleName =>
  name !== 'skin' && name !== 'clip_start' && name !== 'clip_end';

const styleNames: readonly StyleName[] = [...new Set([...fieldNames, ...settingNames])].filter(isStyleName);

/** Returns a value of a style, whether it is a form field or a setting. */
export function valueIn(style: Style, name: StyleName): StyleValue {
  if (name === 'resolution') return style.settings.resolution ?? style.resolution;
  return isField(name) ? style[name] : (style.settings[name] ?? settingsTable.settings[name].default);
}

export type StyleValue = string | number | boolean | null;

/** Returns the settings with another value of one of them. */
export function changeIn(style: Style, name: StyleName, value: StyleValue): Style {
  if (name === 'resolution') return { ...style, ...resolutionChange(String(value), style.settings) };
  if (isField(name)) return { ...style, [name]: value };
  const { [name]: _, ...others } = style.settings;
  // A default is not sent or stored, so it follows later changes of the table.
  const isDefault = value === settingsTable.settings[name].default;
  return { ...style, settings: isDefault ? others : { ...others, [name]: value } };
}

/** The form field offers only two sizes; the others are sent as a setting. */
function resolutionChange(name: string, { resolution: _, ...others }: Style['settings']): Partial<Style> {
  const { fields, settings } = settingsTable;
  const inField = fields.resolution.choices.find((choice) => choice === name);
  if (inField !== undefined) return { resolution: inField, settings: others };
  const inSettings = settings.resolution.choices.find((choice) => choice === name);
  return { settings: inSettings === undefined ? others : { ...others, resolution: inSettings } };
}

/** Returns what differs between two styles. */
export function differences(style: Style, other: Style): readonly StyleName[] {
  return styleNames.filter((name) => valueIn(style, name) !== valueIn(other, name));
}

/** Returns the settings with one value of a style. */
export function resetTo(style: Style, current: Style, name: StyleName): Style {
  if (isField(name) && name !== 'resolution') return { ...current, [name]: style[name] };
  const { [name]: _, ...others } = current.settings;
  const settings = name in style.settings ? { ...others, [name]: style.settings[name] } : others;
  return { ...current, ...(name === 'resolution' && { resolution: style.resolution }), settings };
}

function isField(name: StyleName): name is Exclude<FieldName, 'skin'> {
  return name in settingsTable.fields;
}
