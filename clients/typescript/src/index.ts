export type * from './api-types.ts';
export {
  type Client,
  type ClientOptions,
  createClient,
  type DownloadKind,
  type RequestOptions,
  type SubmitOptions,
  type TogetherOptions,
  type WaitOptions,
} from './client.ts';
export { type ClientErrorCode, RepriseError, type RepriseErrorCode, readErrorBody } from './errors.ts';
export type { FollowOptions, JobEvent } from './follow.ts';
