import type { Page } from 'playwright-core';
import { artifactLinksOf, defaultSettings, type Job } from '../../../src/contract/index.ts';

/** A completed job as the API returns it, with overrides. */
export function mockJob(id: string, overrides: Partial<Job> = {}): Job {
  return {
    job_id: id,
    status: 'completed',
    progress: 100,
    map_title: 'Artist - Title [Extra]',
    map_title_unicode: 'Artist - Title [Extra]',
    beatmap_md5: '0123456789abcdef0123456789abcdef',
    player: 'mira',
    play: {
      mods: ['HD', 'DT'],
      speed: 1.5,
      grade: 'SH',
      accuracy: 98.76,
      score: 12_345_678,
      played_at: '2025-12-31T12:00:00.000Z',
      client: 'stable',
      length_seconds: 83.4,
    },
    retry_of: null,
    metadata: null,
    is_mine: true,
    created_at: '2026-01-02T03:04:05.678Z',
    updated_at: '2026-01-02T03:04:05.678Z',
    error_message: null,
    error_code: null,
    error_hint: null,
    config: {
      ...defaultSettings,
      replay_stats: { '300s': 300, '100s': 10, '50s': 1, misses: 2, max_combo: 99, star_rating: '5.00', pp: 123 },
    },
    has_analytics: false,
    purged_at: null,
    artifacts: artifactLinksOf(id),
    stage: null,
    queue_position: null,
    starts_in_seconds: null,
    frames_per_second: null,
    seconds_left: null,
    attempt: 1,
    ...overrides,
  };
}

/** Responds to requests for these paths instead of the service: text for strings, JSON for everything else. */
export async function mockResponses(page: Page, responses: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route(
    (url) => url.pathname in responses,
    (route) => {
      const response = responses[new URL(route.request().url()).pathname];
      return typeof response === 'string'
        ? route.fulfill({ contentType: 'text/plain', body: response })
        : route.fulfill({ json: response });
    },
  );
}

/** Analytics with the given numbers of hits and frames. */
export function mockAnalytics(id: string, { hits, frames }: { hits: number; frames: number }) {
  const times = Array.from({ length: hits }, (_, i) => i * 100);
  return {
    job_id: id,
    status: 'completed',
    identity: { username: 'mira', beatmap_hash: '', game_mode: 'osu!standard' },
    performance: { score: 1, max_combo: 1, perfect: false, mods: [], pp_earned: 1 },
    hit_counts: { '300s': hits, '100s': 0, '50s': 0, misses: 1, geki: 0, katu: 0 },
    life_bar: times.map((time) => ({ time, health: 0.5 + Math.sin(time) / 2 })),
    frames: Array.from({ length: frames }, (_, i) => ({
      t: Math.round((i * hits * 100) / frames),
      x: Math.round(256 + 200 * Math.sin(i / 30)),
      y: Math.round(192 + 150 * Math.cos(i / 41)),
      keys: i % 12 < 4 ? 5 : 0,
    })),
    hits: times.map((t, i) => ({ t, error: Math.sin(i) * 20, x: Math.sin(i) * 9, y: Math.cos(i) * 9, object: i })),
    missed: [
      { t: 5000, x: 100, y: 100, object: 1, aim: { x: 40, y: 5 } },
      { t: 6000, x: 300, y: 100, object: 2, aim: { x: 300, y: -200 } },
      { t: 20_000, x: 300, y: 300, object: 3 },
    ],
    hit_windows: { great: 19.5, ok: 59.5, meh: 99.5 },
    clock_rate: 1,
    unstable_rate: 101.5,
    accuracy_over_time: times.map((t) => ({ t, accuracy: 0.98 })),
    combo_over_time: times.map((t, i) => ({ t, combo: i % 500 })),
    pp_over_time: times.map((t, i) => ({ t, pp: i / 10 })),
    strain_over_time: times.map((t) => ({ t, aim: 1 + Math.sin(t), speed: 1 })),
    video: { starts_at: 0, clock_rate: 1 },
    circle_radius: 36,
  };
}
