import type { Job } from '../../../contract/index.ts';
import type { SubmittedSettings } from '../../../contract/settings/index.ts';
import type { MomentKind } from '../../../game/moments/index.ts';
import { getBytes } from '../../api/request.ts';
import { linkTo } from '../../link-to.ts';
import { submitReplays } from '../../submit/submit-replays.ts';

/** Submits the replay of a job again, for a video of its moments of one kind. Returns the id of the new job. */
export async function makeMomentVideo({ job_id, config }: Pick<Job, 'job_id' | 'config'>, kind: MomentKind) {
  const replay = await getBytes(linkTo(`/v1/jobs/${job_id}/replay`), {});
  const file = new File([Uint8Array.from(replay)], `${job_id}.osr`);
  return submitReplays({ replays: [file], beatmap: null, options: momentSettings(config, kind) }, {});
}

/** The settings of a video, changed to those of a video of its moments. */
export function momentSettings({ replay_stats: _, ...options }: Job['config'], kind: MomentKind): SubmittedSettings {
  const { clip_start: _s, clip_end: _e, ...settings } = options.settings;
  return { ...options, settings: { ...settings, moments: kind } };
}
