import type { BeatmapInfo, Job } from '../../contract/index.ts';
import { defaultsOf, layoutSettingNames, settingsTable } from '../../contract/settings/index.ts';
import { getBytes, getJson } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import { fetchJobReplays } from '../player/job-files.ts';
import { navigate } from '../router.ts';
import { findSetFor } from '../submit/attached-set.ts';
import type { Entry, UploadQueue } from '../submit/upload-queue.ts';

/** The job that a file of the start page comes from. */
const jobOf = new WeakMap<File, string>();

/** Opens the start page with the replays of a finished job first, with its clip and its layout. */
export async function renderAgain(job: Job, queue: UploadQueue): Promise<void> {
  const { settings } = job.config;
  const files = await filesOf(job, queue);
  for (const file of files) jobOf.set(file, job.job_id);
  // The same replays may be there from an earlier visit. Sent ones could not be sent again without a change.
  for (const entry of queue.entries) if (isOf(entry, job)) queue.remove(entry.id);
  const added = queue.add(files);
  for (const { id } of added.toReversed()) queue.moveFirst(id);
  const [first] = added;
  if (first) queue.setClip(first.id, { start: settings.clip_start ?? null, end: settings.clip_end ?? null });
  const layout = layoutSettingNames.flatMap((name) => (name in settings ? [[name, settings[name]]] : []));
  if (job.players) queue.setLayout({ ...defaultsOf(settingsTable.layout), ...Object.fromEntries(layout) });
  navigate(linkTo('/'));
}

/** Whether a replay of the start page is one of the job, or of the job that this one retries. */
function isOf({ file, state }: Entry, { job_id, retry_of }: Job): boolean {
  const sentAs = state.is === 'uploaded' ? state.result.jobId : jobOf.get(file);
  return sentAs !== undefined && (sentAs === job_id || sentAs === retry_of);
}

/** The replays, and the set if only the job has it: any other set need not be uploaded again. */
async function filesOf(job: Job, { sets }: UploadQueue): Promise<File[]> {
  const [replays, { available }] = await Promise.all([
    fetchJobReplays(job, {}),
    getJson<BeatmapInfo>(linkTo(`/v1/beatmaps/${job.beatmap_md5}/info`)),
  ]);
  // Named as the game names replays, so that the title is known before the map.
  const files = replays.map(({ name, bytes }) => new File([bytes.slice()], `${name} - ${job.map_title}.osr`));
  if (available || findSetFor(job.beatmap_md5, sets) !== null) return files;
  const set = await getBytes(linkTo(`/v1/jobs/${job.job_id}/beatmap`));
  return [...files, new File([set.slice()], `${job.map_title}.osz`)];
}
