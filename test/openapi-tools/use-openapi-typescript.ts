import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript';
import { readReplay, report, service } from './steps';

type Job = components['schemas']['Job'];

const client = createClient<paths>({ baseUrl: service });
const replay = await readReplay();

const submitted = await client.POST('/v1/render', {
  // The generator has no type for files in forms.
  body: { replay: '', settings: { cursor_size: 1.5 } },
  bodySerializer: ({ settings }) => formOf(settings ?? {}),
});
if (submitted.error) throw new Error(submitted.error.code);
const { job_id } = submitted.data;
report('submitted', job_id);

const { data: events } = await client.GET('/v1/jobs/{job_id}/events', {
  params: { path: { job_id } },
  parseAs: 'text',
});
for (const [, data = ''] of String(events).matchAll(/^event: job\ndata: (.*)$/gm)) {
  report('status', (JSON.parse(data) as Job).status);
}

const video = await client.GET('/v1/artifacts/videos/{job_id}.mp4', { params: { path: { job_id } }, parseAs: 'blob' });
report('video', (await video.data?.text()) ?? '');

const missing = await client.GET('/v1/jobs/{job_id}', { params: { path: { job_id: 'nothing' } } });
report('error', missing.error?.code ?? '');

function formOf(settings: object): FormData {
  const form = new FormData();
  form.set('replay', replay);
  form.set('settings', JSON.stringify(settings));
  return form;
}
