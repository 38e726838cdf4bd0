import { expect, test } from 'vitest';
import { loadPlayerHelp } from './player-help.ts';

test('the help for players has the same topics in English and German, and English for other languages', async () => {
  const [english, german, other] = await Promise.all(['en', 'de', 'xx'].map(loadPlayerHelp));
  const shape = (help = english!) =>
    help.topics.map(({ id, paragraphs, steps = [] }) => [id, paragraphs.length, steps.length]);
  expect(shape(german)).toEqual(shape());
  expect(other).toBe(english);
  expect(german!.topics.filter(({ title }) => english!.topics.some((topic) => topic.title === title))).toEqual([]);
});
