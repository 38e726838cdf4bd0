import type { JobCreated } from '../../contract/index.ts';
import type { SubmittedSettings } from '../../contract/settings/index.ts';
import { postForm, type UploadOptions } from '../api/request.ts';
import { linkTo } from '../link-to.ts';

export interface Submission {
  /** Several replays of one map become one video. */
  readonly replays: readonly File[];
  /** The .osz, if one was added. */
  readonly beatmap: File | null;
  readonly options: SubmittedSettings;
}

/** Uploads the replays of one video and returns the id of its job. */
export async function submitReplays({ replays, beatmap, options }: Submission, upload: UploadOptions): Promise<string> {
  const form = formOf(options);
  for (const replay of replays) form.append('replay', replay);
  if (beatmap !== null) form.set('beatmap', beatmap);
  const path = replays.length > 1 ? '/v1/render/together' : '/v1/render';
  return (await postForm<JobCreated>(linkTo(path), form, upload)).job_id;
}

function formOf({ settings, ...fields }: SubmittedSettings): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (Object.keys(settings).length > 0) form.set('settings', JSON.stringify(settings));
  return form;
}
