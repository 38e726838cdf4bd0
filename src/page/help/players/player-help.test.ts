import { expect, test } from 'vitest';
import { loadPlayerHelp } from './player-help.ts';

test.each(['de', 'es', 'fr', 'ja'] as const)(
  'the help for players in %s has every topic, translated',
  async (language) => {
    const [english, translated] = await Promise.all([loadPlayerHelp('en'), loadPlayerHelp(language)]);
    const shapeOf = ({ topics }: typeof english) =>
      topics.map(({ id, paragraphs, steps = [], link }) => [id, paragraphs.length, steps.length, link?.path]);
    expect(shapeOf(translated)).toEqual(shapeOf(english));
    const textsOf = ({ topics, failuresTitle }: typeof english) => [
      failuresTitle,
      ...topics.flatMap(({ title, paragraphs, steps = [], link }) => [
        title,
        ...paragraphs,
        ...steps,
        ...(link ? [link.text] : []),
      ]),
    ];
    const known = new Set(textsOf(english));
    expect(textsOf(translated).filter((text) => known.has(text))).toEqual([]);
  },
);
