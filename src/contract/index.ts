export { type Analytics, analytics, analyticsPending } from './analytics.ts';
export { artifactKeys, type PreviewKind } from './artifact-keys.ts';
export { artifactLinksOf } from './artifact-links.ts';
export { type Completion, completion, completionTaken } from './completion.ts';
export { type ErrorBody, errorBody, validationErrorBody } from './errors.ts';
export {
  type EndEvent,
  endEvent,
  type ProgressEvent,
  progressEvent,
  type StatusEvent,
  statusEvent,
  totalsEvent,
} from './events.ts';
export { type Health, health } from './health.ts';
export {
  type Job,
  type JobCreated,
  type JobList,
  job,
  jobCreated,
  jobList,
  jobListQuery,
} from './job.ts';
export { parseJobId } from './job-id.ts';
export {
  type LegacyJob,
  legacyCreatedOf,
  legacyJob,
  legacyJobCreated,
  legacyJobOf,
  resolutionOfQuality,
} from './legacy.ts';
export { isFinished, type JobStatus, jobStatuses } from './plain/job-status.ts';
export { defaultRenderSettings } from './plain/render-defaults.ts';
export { renderOptionsOf } from './plain/render-options.ts';
export type { ChosenSettings } from './plain/settings.ts';
export {
  type FieldError,
  type FormTexts,
  type RenderSettings,
  readRenderSettings,
  renderSettings,
  type SubmittedSettings,
} from './render-settings.ts';
export { chosenSettings } from './settings.ts';
export { defaultSkin, isSkinName } from './skin-name.ts';
export { skinList, skinUploaded } from './skins.ts';
