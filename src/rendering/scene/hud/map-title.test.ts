import { expect, test } from 'vitest';
import { playParts, typeface } from '../../../../test/support/scene/build-hud.ts';
import { buildScene } from '../../../../test/support/scene/build-scene.ts';
import { buildTogether } from '../../../../test/support/scene/build-together.ts';
import { createScene } from '../index.ts';
import { displayedTexts } from './displayed-texts.ts';
import { titleOf } from './map-title.ts';

const { play, replay } = buildScene(playParts);
const { beatmap } = play.map;
const names = { title: 'Celebrity', artist: 'IU', titleUnicode: '셀러브리티', artistUnicode: '아이유' };
const titleIn = (changes: Partial<typeof names>, lacking = '') =>
  titleOf(
    { ...beatmap.metadata, ...names, ...changes },
    { ...typeface, has: (character) => !lacking.includes(character) },
  );

test('a title is in its original script', () => {
  expect(titleIn({})).toEqual({ title: '셀러브리티', artist: '아이유' });
});

test.each([
  ['title', '티'],
  ['artist', '유'],
])('title and artist are both romanised if a character of the %s has no glyph', (_, lacking) => {
  expect(titleIn({}, lacking)).toEqual({ title: 'Celebrity', artist: 'IU' });
});

test('letters and their accents are composed', () => {
  expect(titleIn({ titleUnicode: 'Cafe\u0301', artistUnicode: 'か\u3099' })).toEqual({ title: 'Café', artist: 'が' });
});

test('a title that the map has in one form only is shown in that form', () => {
  expect(titleIn({ titleUnicode: '', artistUnicode: '' })).toEqual({ title: 'Celebrity', artist: 'IU' });
  expect(titleIn({ title: '', artist: '' }, '티')).toEqual({ title: '셀러브리티', artist: '아이유' });
});

test('the texts to load contain both forms, because only the loaded glyphs tell which one is shown', () => {
  const texts = displayedTexts({ ...beatmap, metadata: { ...beatmap.metadata, ...names } }, replay);
  expect(texts).toEqual(expect.arrayContaining(Object.values(names)));
});

test('the intro and the results of one player and of several show the romanised title', () => {
  const ascii = { ...typeface, has: (character: string) => character <= '~' };
  const metadata = { ...beatmap.metadata, ...names };
  const { hud } = createScene({
    ...buildScene(playParts),
    play: { ...play, map: { ...play.map, beatmap: { ...beatmap, metadata } } },
    typeface: ascii,
  });
  expect(hud.introCard.lines.map(({ text }) => text)).toEqual(expect.arrayContaining(['Celebrity', 'IU']));
  expect(hud.results?.headline).toContain('IU - Celebrity [');

  // The original title of the demo is もういちど.
  const together = buildTogether(3, { layout: 'ghosts' });
  expect(together.hud.table?.headline).toContain('もういちど');
  expect(createScene({ ...together, typeface: ascii }).hud.table?.headline).not.toContain('もういちど');
});
