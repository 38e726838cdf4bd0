export type {
  AdminAuditEntry,
  AdminBlock,
  AdminCallback,
  AdminDeadLetter,
  AdminJob,
  AdminKey,
  AdminLentWorker,
  AdminNewKey,
  AdminOverview,
  AdminStorage,
  AdminWorker,
} from './administration/answers.ts';
export {
  blockBody,
  deadLettersBody,
  drainBody,
  keyBody,
  maintenanceBody,
  moveBody,
  namePattern,
  pauseBody,
  targetParams,
} from './administration/bodies.ts';
export { type Analytics, analytics, analyticsPending } from './analytics/analytics.ts';
export { artifactKeys, type PreviewKind } from './artifact-keys.ts';
export { artifactLinksOf } from './artifact-links.ts';
export { type BeatmapInfo, beatmapInfo, type JobCovers, jobCovers } from './beatmap-info.ts';
export { type Completion, completion, completionResult, noJobId } from './completion.ts';
export { type ErrorBody, errorBody, validationErrorBody } from './errors.ts';
export { type EventData, type EventName, eventData } from './events.ts';
export { type Health, health } from './health.ts';
export {
  type Job,
  type JobCreated,
  type JobList,
  job,
  jobCreated,
  jobList,
} from './job.ts';
export { parseJobId } from './job-id.ts';
export { type JobListQuery, jobListQuery, listErrors, pageSizeOf } from './job-list-query.ts';
export { legacyCreatedOf, legacyJob, legacyJobCreated, legacyJobOf, resolutionOfQuality } from './legacy.ts';
export {
  finishBody,
  type HeartbeatAnswer,
  type HeartbeatBody,
  heartbeatAnswer,
  heartbeatBody,
  type LentSegment,
  leaveBody,
  lentSegment,
  takeAnswer,
  takeBody,
  workerProtocol,
  workerProtocolHeader,
} from './lending/messages.ts';
export { namedSchemas } from './named-schemas.ts';
export { oembed } from './oembed.ts';
export { playerNames } from './player-names.ts';
export { parseScore, type ScoreReference } from './scores/index.ts';
export { type ServiceState, serviceState } from './service-state.ts';
export { type Grade, gradeName } from './settings/grades.ts';
export { isFinished, jobStatuses } from './settings/job-status.ts';
export { renderOptionsOf, togetherOptionsOf, videoSizes } from './settings/render-options.ts';
export { defaultSettings, type SubmittedSettings } from './settings/settings-table.ts';
export { defaultSkin, isSkinName } from './settings/skin-name.ts';
export {
  type SkinDetails,
  type SkinList,
  type SkinRemoved,
  skinList,
  skinRemoved,
  skinUploaded,
} from './skins.ts';
export {
  defaultLayout,
  type FieldError,
  type FormTexts,
  type ParsedSettings,
  readSubmittedSettings,
  readTogetherSettings,
  settingsForm,
  submittedSettings,
  togetherForm,
} from './submitted-settings.ts';
