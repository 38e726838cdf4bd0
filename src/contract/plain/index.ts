// The door for the page: values without their schemas, which would be most of its first script.
export { artifactLinksOf } from '../artifact-links.ts';
export { parseJobId } from '../job-id.ts';
export { defaultSkin, isSkinName } from '../skin-name.ts';
export { type JobStatus, jobStatuses } from './job-status.ts';
export { defaultRenderSettings, type Resolution, resolutions } from './render-defaults.ts';
