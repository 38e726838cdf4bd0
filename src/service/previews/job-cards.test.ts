import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { mockJob } from '../../../test/support/browser/mocked-responses.ts';
import type { Card } from '../../rendering/card/index.ts';
import { cardOfJob } from './card-of-job.ts';
import { createJobCards, type JobCardsOptions } from './job-cards.ts';

const id = '00000000-0000-4000-8000-000000000001';
const job = mockJob(id);
test('a card has the facts of the play', () => {
  expect(cardOfJob(job)).toEqual({
    title: 'Artist - Title',
    difficulty: 'Extra  5.00★',
    player: 'mira',
    mods: ['HD', 'DT'],
    grade: { letters: 'S', isSilver: true },
    values: [
      { name: 'Accuracy', value: '98.76%' },
      { name: 'pp', value: '123' },
      { name: 'Combo', value: '99x' },
      { name: 'Misses', value: '2' },
    ],
  });
});

test('a card of several players names them, and has no result of one of them', () => {
  const others = ['mira', 'Ben', 'cleo', 'dan', 'eve'].map((player) => ({ player, play: job.play!, replay_url: '' }));
  expect(cardOfJob({ ...job, players: others.slice(0, 2) })).toEqual({
    title: 'Artist - Title',
    difficulty: 'Extra  5.00★',
    player: 'mira and Ben',
    mods: [],
    grade: null,
    values: [{ name: 'Players', value: '2' }],
  });
  expect(cardOfJob({ ...job, players: others }).player).toBe('mira, Ben, cleo and 2 others');
});

test('a card leaves out what is not known', () => {
  const unknown = { ...job.config.replay_stats, star_rating: '0.00', pp: 0 };
  const card = cardOfJob({ ...job, map_title: '', play: null, config: { ...job.config, replay_stats: unknown } });
  expect(card).toMatchObject({ title: 'osu! replay', difficulty: null, mods: [], grade: null });
  expect(card.values.map(({ name }) => name)).toEqual(['Combo', 'Misses']);
});

/** Cards that list what they were drawn from, over a storage with one thumbnail. */
function createCards(options: Partial<JobCardsOptions> = {}) {
  const drawn: [Card, string | null][] = [];
  let etag = '"first"';
  const cards = createJobCards({
    storage: {
      stat: async () => ({ etag }) as never,
      get: async () => ({ stream: Readable.from([Buffer.from(`frame ${etag}`)]) }) as never,
    },
    draw: async (card, picture) => {
      drawn.push([card, picture && Buffer.from(picture).toString()]);
      return Buffer.from('a card');
    },
    rendererVersion: '1',
    ...options,
  });
  return {
    drawn,
    cards,
    replaceThumbnail: () => {
      etag = '"second"';
    },
  };
}

test('a card is drawn once for all requests, and again when its job changes', async () => {
  const { cards, drawn, replaceThumbnail } = createCards();
  const [first, second] = await Promise.all([cards.find(job), cards.find(job)]);
  expect(drawn).toEqual([]);
  await Promise.all([first.draw(), second.draw()]);
  expect(drawn).toHaveLength(1);
  expect(second.etag).toBe(first.etag);
  replaceThumbnail();
  const third = await cards.find(job);
  expect(third.etag).not.toBe(first.etag);
  await third.draw();
  expect(drawn.map(([, picture]) => picture)).toEqual(['frame "first"', 'frame "second"']);
});

test('a job without a video has a card without a frame', async () => {
  const { cards, drawn } = createCards();
  await (await cards.find({ ...job, status: 'rendering' })).draw();
  await (await cards.find({ ...job, purged_at: job.created_at })).draw();
  expect(drawn.map(([, picture]) => picture)).toEqual([null]);
});

test('too many cards are not kept waiting, and a request for one that waits shares it', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const draw = async () => {
    await finished;
    return Buffer.from('a card');
  };
  const { cards } = createCards({ draw, maxWaiting: 2 });
  const cardOf = (player: string) => cards.find({ ...job, player });
  const [first, second, third] = await Promise.all(['a', 'b', 'c'].map(cardOf));
  const drawn = [first!.draw(), second!.draw(), second!.draw()];
  await expect(third!.draw()).rejects.toThrow(expect.objectContaining({ code: 'card/busy' }));
  finish();
  await Promise.all(drawn);
  expect((await third!.draw()).toString()).toBe('a card');
});
