import { expect, test } from 'vitest';
import { mockJob } from '../../../../test/support/browser/mocked-responses.ts';
import { embedPageHtml, jobPageHtml } from './job-page.ts';

const id = '00000000-0000-4000-8000-000000000001';
const completed = mockJob(id);
const tagsOf = (job = completed, publicUrl = 'https://replays.example', search = '') =>
  jobPageHtml(job, { publicUrl, search }).head ?? '';
const tag = (name: string, content: string | number) =>
  `<meta ${name.startsWith('twitter:') ? 'name' : 'property'}="${name}" content="${content}">`;

test.each([
  ['1080p', {}, '1080p', 1920, 1080],
  ['4k', {}, '4k', 3840, 2160],
  ['480p as a setting', { resolution: '480p' }, '1080p', 854, 480],
  ['vertical', { vertical: true }, '1080p', 1080, 1920],
] as const)('the meta tags have the size of the video: %s', (_, settings, resolution, width, height) => {
  const tags = tagsOf({ ...completed, config: { ...completed.config, settings, resolution } });
  for (const kind of ['og:video', 'twitter:player']) {
    expect(tags).toContain(tag(`${kind}:width`, width));
    expect(tags).toContain(tag(`${kind}:height`, height));
  }
});

test('a Twitter card embeds the small player and streams the video', () => {
  const tags = tagsOf();
  expect(tags).toContain(tag('twitter:card', 'player'));
  expect(tags).toContain(tag('twitter:player', `https://replays.example/embed/${id}`));
  expect(tags).toContain(tag('twitter:player:stream', `https://replays.example/v1/artifacts/videos/${id}.mp4`));
  expect(tags).toContain(tag('twitter:description', 'An osu! replay by mira on 5.00★: 99x combo, 2 misses.'));
});

test('title and picture have what players compare', () => {
  const title = 'Artist - Title [Extra] · mira +HDDT 98.76% S 123pp';
  const card = `https://replays.example/v1/jobs/${id}/card`;
  for (const name of ['og:title', 'twitter:title']) expect(tagsOf()).toContain(tag(name, title));
  for (const name of ['og:image', 'twitter:image']) expect(tagsOf()).toContain(tag(name, card));
  expect(tagsOf({ ...completed, player: '', play: null })).toContain(tag('og:title', 'Artist - Title [Extra] · 123pp'));
});

test.each([
  [2, 'mira and Ben', 'mira and Ben'],
  [3, 'mira, Ben and cleo', 'mira, Ben and cleo'],
  [4, 'mira, Ben, cleo and 1 other', 'mira, Ben, cleo and 1 other'],
  [6, 'mira, Ben, cleo and 3 others', 'mira, Ben, cleo and 3 others'],
])('title and description of a video of %d players name them', (count, title, by) => {
  const names = ['mira', 'Ben', 'cleo', 'dora', 'emil', 'Fay'].slice(0, count);
  const { length_seconds, ...play } = completed.play!;
  const tags = tagsOf({ ...completed, players: names.map((player) => ({ player, play, replay_url: '' })) });
  expect(tags).toContain(tag('og:title', `Artist - Title [Extra] · ${title}`));
  expect(tags).toContain(tag('og:description', `${count} osu! replays on 5.00★, by ${by}.`));
});

test('the small player of the card opens at the moment of the link', () => {
  const player = `https://replays.example/embed/${id}`;
  expect(tagsOf(completed, undefined, '?t=1:23')).toContain(tag('twitter:player', `${player}?t=1:23`));
  expect(tagsOf(completed, undefined, '?t=%22%3E')).toContain(tag('twitter:player', player));
});

test('a page with a video says where its oEmbed description is', () => {
  const page = encodeURIComponent(`https://replays.example/embed/${id}`);
  expect(tagsOf()).toContain(
    `type="application/json+oembed" href="https://replays.example/oembed?format=json&#38;url=${page}"`,
  );
  expect(tagsOf({ ...completed, status: 'queued' })).not.toContain('oembed');
});

test('search engines find the page of the job instead of the small player', () => {
  const { head } = embedPageHtml(completed, 'https://replays.example');
  expect(head).toContain('<meta name="robots" content="noindex">');
  expect(head).toContain(`<link rel="canonical" href="https://replays.example/view/${id}">`);
});

test('only an https URL is called secure', () => {
  expect(tagsOf()).toContain('og:video:secure_url');
  expect(tagsOf(completed, 'http://127.0.0.1:8727')).not.toContain('og:video:secure_url');
});

test.each([
  ['queued', { status: 'queued' }],
  ['purged', { purged_at: '2026-01-02T03:04:05.678Z' }],
] as const)('without a video, because the job is %s, the meta tags offer none', (_, changes) => {
  const tags = tagsOf({ ...completed, ...changes });
  expect(tags).toContain(tag('twitter:card', 'summary'));
  expect(tags).not.toMatch(/og:video|og:image|twitter:player/);
});
