// The door for whoever must be there at once: values without their schemas, which would be most of the page's first
// script, and a tenth of a second of every render.
export { defaultSkin, isSkinName } from '../skin-name.ts';
export { parseDim, parseFlag } from './form-values.ts';
export { isFinished, type JobStatus, jobStatuses } from './job-status.ts';
export { defaultRenderSettings, type Resolution, resolutions } from './render-defaults.ts';
export { renderOptionsOf, sizes } from './render-options.ts';
export { expectedOf, type Setting, type SettingValue } from './setting.ts';
export {
  type ChosenSettings,
  checkSettings,
  type SettingName,
  type SettingOptions,
  type Settings,
  settingOf,
  settingOptionsOf,
  settingsTable,
} from './settings.ts';
