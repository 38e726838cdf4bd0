import { followJob, getJob, getVideo, type Job, submitReplay } from './generated/orval';
import { readReplay, report } from './steps';

const submitted = await submitReplay({ replay: await readReplay(), settings: { cursor_size: 1.5 } });
if (submitted.status !== 202) throw new Error(submitted.data.code);
const { job_id } = submitted.data;
report('submitted', job_id);

const followed = await followJob(job_id);
if (followed.status !== 200) throw new Error('There are no events.');
for (const { event, data } of followed.data) {
  if (event === 'job') report('status', (JSON.parse(data) as Job).status);
}

const video = await getVideo(job_id);
if (video.status !== 200) throw new Error('There is no video.');
report('video', await video.data.text());

const missing = await getJob('nothing');
report('error', missing.status === 404 ? missing.data.code : '');
