export { type Analytics, analytics, analyticsPending } from './analytics.ts';
export { artifactKeys } from './artifact-keys.ts';
export { type Completion, completion, completionTaken } from './completion.ts';
export { type ErrorBody, errorBody, validationErrorBody } from './errors.ts';
export { type Health, health } from './health.ts';
export {
  type ArtifactLinks,
  artifactLinksOf,
  type Job,
  type JobConfig,
  type JobCreated,
  type JobList,
  type JobStatus,
  job,
  jobCreated,
  jobList,
  jobListQuery,
  jobStatuses,
  type ReplayStats,
} from './job.ts';
export { hexJobId, parseJobId } from './job-id.ts';
export {
  type LegacyJob,
  legacyCreatedOf,
  legacyJob,
  legacyJobCreated,
  legacyJobOf,
  resolutionOfQuality,
} from './legacy.ts';
export {
  defaultRenderSettings,
  type FieldError,
  type FormTexts,
  parseDim,
  parseFlag,
  type RenderSettings,
  readRenderSettings,
  renderSettings,
  resolutions,
} from './render-settings.ts';
export { defaultSkin, isSkinName } from './skin-name.ts';
export { skinList, skinUploaded } from './skins.ts';
