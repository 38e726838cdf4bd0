import { expect, test } from 'vitest';
import { toldJob } from '../../../test/support/told-page.ts';
import { jobPage } from './job-page.ts';

const id = '00000000-0000-4000-8000-000000000001';
const told = toldJob(id);
const tagsOf = (job = told, url = 'https://replays.example') => jobPage(job, url).head ?? '';
const tag = (name: string, content: string | number) =>
  `<meta ${name.startsWith('twitter:') ? 'name' : 'property'}="${name}" content="${content}">`;

test.each([
  ['1080p', {}, '1080p', 1920, 1080],
  ['4k', {}, '4k', 3840, 2160],
  ['a smaller one', { resolution: '480p' }, '1080p', 854, 480],
  ['an upright one', { vertical: true }, '1080p', 1080, 1920],
] as const)('chats are told how large the video is: %s', (_, settings, resolution, width, height) => {
  const tags = tagsOf({ ...told, config: { ...told.config, settings, resolution } });
  for (const kind of ['og:video', 'twitter:player']) {
    expect(tags).toContain(tag(`${kind}:width`, width));
    expect(tags).toContain(tag(`${kind}:height`, height));
  }
});

test('the player of a card is the page of the job, and what it streams is the video', () => {
  const tags = tagsOf();
  expect(tags).toContain(tag('twitter:card', 'player'));
  expect(tags).toContain(tag('twitter:player', `https://replays.example/view/${id}`));
  expect(tags).toContain(tag('twitter:player:stream', `https://replays.example/v1/artifacts/videos/${id}.mp4`));
  expect(tags).toContain(tag('twitter:description', 'An osu! replay by somebody: 99x combo, 2 misses.'));
});

test('an address is called secure only if it is', () => {
  expect(tagsOf()).toContain('og:video:secure_url');
  expect(tagsOf(told, 'http://127.0.0.1:8727')).not.toContain('og:video:secure_url');
});

test.each([
  ['waiting', { status: 'queued' }],
  ['removed', { purged_at: '2026-01-02T03:04:05.678Z' }],
] as const)('a video that is %s is not offered', (_, changes) => {
  const tags = tagsOf({ ...told, ...changes });
  expect(tags).toContain(tag('twitter:card', 'summary'));
  expect(tags).not.toMatch(/og:video|og:image|twitter:player/);
});
