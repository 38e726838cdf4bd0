import {
  defaultSettings,
  type FieldName,
  fieldNames,
  isObject,
  isSubmittedSettings,
  type SettingName,
  type SubmittedSettings,
  settingNames,
  settingsTable,
} from '../../contract/settings/index.ts';

/** Settings under a name. The skin is not part of them, nor the clip, which belongs to one replay. */
export type Style = Omit<SubmittedSettings, 'skin'>;

const { skin: _, ...standard } = defaultSettings;

/** The built-in styles. */
export const styles = {
  standard,
  cinema: { ...standard, bg_dim: 0.5, storyboard: true, video: true, hit_error_meter: false, key_overlay: false },
  plain: { ...standard, bg_dim: 1, storyboard: false, motion_blur: false },
} as const satisfies Record<string, Style>;

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
export function valueIn(style: Style, name: StyleName) {
  if (name === 'resolution') return style.settings.resolution ?? style.resolution;
  return isField(name) ? style[name] : (style.settings[name] ?? settingsTable.settings[name].default);
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
