import { expect, test } from 'vitest';
import { artifactLinksOf } from './artifact-links.ts';
import type { Job } from './job.ts';
import { legacyCreatedOf, legacyJob, legacyJobOf, resolutionOfQuality } from './legacy.ts';
import { jobStatuses } from './settings/job-status.ts';
import { defaultSettings } from './settings/settings-table.ts';

const id = '01234567-89ab-cdef-0123-456789abcdef';
const job: Job = {
  job_id: id,
  status: 'queued',
  progress: 12.5,
  map_title: 'A - B [C]',
  map_title_unicode: 'A - B [C]',
  beatmap_md5: 'd41d8cd98f00b204e9800998ecf8427e',
  player: 'somebody',
  play: null,
  retry_of: null,
  metadata: null,
  is_mine: false,
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:06.000Z',
  error_message: null,
  error_code: null,
  error_hint: null,
  config: {
    ...defaultSettings,
    settings: {},
    replay_stats: { '300s': 1, '100s': 2, '50s': 3, misses: 4, max_combo: 5, star_rating: '0.00', pp: 0 },
  },
  has_analytics: false,
  purged_at: null,
  artifacts: artifactLinksOf(id),
  stage: 'waiting',
  queue_position: 1,
  starts_in_seconds: null,
  frames_per_second: null,
  seconds_left: null,
  attempt: 0,
};

test('a legacy job has a hex id and Unix seconds', () => {
  expect(legacyJobOf(job)).toEqual({
    job_id: '0123456789abcdef0123456789abcdef',
    status: 'queued',
    percent: 12.5,
    skin: 'Default',
    map_title: 'A - B [C]',
    created_at: 1767323045.678,
    last_updated: 1767323046,
    error: null,
  });
});

test.each(jobStatuses)('the status %s has a legacy name', (status) => {
  const { status: older } = legacyJob.parse(legacyJobOf({ ...job, status }));
  expect(older).toBe(status === 'completed' ? 'complete' : status);
});

test('a new legacy job has the paths of its page and its video', () => {
  expect(legacyCreatedOf(id, '')).toEqual({
    job_id: '0123456789abcdef0123456789abcdef',
    view_url: '/view/0123456789abcdef0123456789abcdef',
    video_url: '/video/0123456789abcdef0123456789abcdef.mp4',
  });
});

test.each([
  ['ultra', '4k'],
  ['Ultra', '1080p'],
  ['', '1080p'],
  [undefined, '1080p'],
])('quality %j is %s', (quality, resolution) => {
  expect(resolutionOfQuality(quality)).toBe(resolution);
});
