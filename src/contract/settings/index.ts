// The part of the contract that works without zod. The page and the command line import only this: the schemas would be
// most of the page's first script, and loading zod would delay every render by a tenth of a second.
export { builtInStyles, type Style } from './built-in-styles.ts';
export { findSetting, isObject, isSubmittedSettings, settingErrors } from './check-settings.ts';
export { type Grade, gradeName } from './grades.ts';
export { isFinished, type JobStatus, jobStatuses } from './job-status.ts';
export { parseFlag, parseNumber, parseValue } from './parse-value.ts';
export { playerOptionsOf, renderOptionsOf, togetherOptionsOf, videoSizes } from './render-options.ts';
export { expectedOf, type Setting, type SettingValue } from './setting.ts';
export {
  defaultSettings,
  defaultsOf,
  type FieldName,
  fieldNames,
  type LayoutSettings,
  layoutSettingNames,
  type SettingName,
  type SubmittedSettings,
  settingNames,
  settingsTable,
} from './settings-table.ts';
export { defaultSkin, isSkinName, maxSkinNameLength } from './skin-name.ts';
