import { followJob, getJob, getVideo, type Job, submitReplay } from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';
import { readReplay, report, service } from './steps';

client.setConfig({ baseUrl: service });

const submitted = await submitReplay({ body: { replay: await readReplay(), settings: { cursor_size: 1.5 } } });
if (submitted.error) throw new Error(submitted.error.code);
const { job_id } = submitted.data;
report('submitted', job_id);

const { stream } = await followJob({
  path: { job_id },
  onSseEvent: ({ event, data }) => {
    if (event === 'job') report('status', (data as unknown as Job).status);
  },
  // The service closes the stream after the last event.
  sseMaxRetryAttempts: 1,
});
for await (const _ of stream);

const video = await getVideo({ path: { job_id }, parseAs: 'blob' });
report('video', (await video.data?.text()) ?? '');

const missing = await getJob({ path: { job_id: 'nothing' } });
report('error', missing.error?.code ?? '');
