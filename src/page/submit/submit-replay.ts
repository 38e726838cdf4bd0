import type { JobCreated } from '../../contract/index.ts';
import type { SubmittedSettings } from '../../contract/settings/index.ts';
import { postForm, type UploadOptions } from '../api/request.ts';
import { linkTo } from '../link-to.ts';

export interface Submission {
  readonly replay: File;
  /** The .osz, if one was added. */
  readonly beatmap: File | null;
  readonly options: SubmittedSettings;
}

/** Uploads one replay and returns the id of its job. */
export async function submitReplay({ replay, beatmap, options }: Submission, upload: UploadOptions): Promise<string> {
  const form = formOf(options);
  form.set('replay', replay);
  if (beatmap !== null) form.set('beatmap', beatmap);
  return (await postForm<JobCreated>(linkTo('/v1/render'), form, upload)).job_id;
}

export interface TogetherSubmission extends Omit<Submission, 'replay'> {
  readonly replays: readonly File[];
}

/** Uploads several replays of one map as one video and returns the id of its job. */
export async function submitTogether(
  { replays, beatmap, options }: TogetherSubmission,
  upload: UploadOptions,
): Promise<string> {
  const form = formOf(options);
  for (const replay of replays) form.append('replay', replay);
  if (beatmap !== null) form.set('beatmap', beatmap);
  return (await postForm<JobCreated>(linkTo('/v1/render/together'), form, upload)).job_id;
}

function formOf({ settings, ...fields }: SubmittedSettings): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (Object.keys(settings).length > 0) form.set('settings', JSON.stringify(settings));
  return form;
}
