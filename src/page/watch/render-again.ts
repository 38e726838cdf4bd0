import type { BeatmapInfo, Job } from '../../contract/index.ts';
import { defaultsOf, layoutSettingNames, settingsTable } from '../../contract/settings/index.ts';
import { getBytes, getJson } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import { fetchJobReplays } from '../player/job-files.ts';
import { navigate } from '../router.ts';
import type { UploadQueue } from '../submit/upload-queue.ts';

/** Opens the start page with the replays of a finished job, with its clip and its layout. */
export async function renderAgain(job: Job, queue: UploadQueue): Promise<void> {
  const isListed = queue.entries.some(({ state }) => state.is === 'uploaded' && state.result.jobId === job.job_id);
  if (!isListed) {
    const { settings } = job.config;
    const [first] = queue.add(await filesOf(job));
    if (first) queue.setClip(first.id, { start: settings.clip_start ?? null, end: settings.clip_end ?? null });
    const layout = layoutSettingNames.flatMap((name) => (name in settings ? [[name, settings[name]]] : []));
    if (job.players) queue.setLayout({ ...defaultsOf(settingsTable.layout), ...Object.fromEntries(layout) });
  }
  navigate(linkTo('/'));
}

/** The replays, and the set if only the job has it: any other set need not be uploaded again. */
async function filesOf(job: Job): Promise<File[]> {
  const [replays, { available }] = await Promise.all([
    fetchJobReplays(job, {}),
    getJson<BeatmapInfo>(linkTo(`/v1/beatmaps/${job.beatmap_md5}/info`)),
  ]);
  // Named as the game names replays, so that the title is known before the map.
  const files = replays.map(({ name, bytes }) => new File([bytes.slice()], `${name} - ${job.map_title}.osr`));
  if (available) return files;
  const set = await getBytes(linkTo(`/v1/jobs/${job.job_id}/beatmap`));
  return [...files, new File([set.slice()], `${job.map_title}.osz`)];
}
