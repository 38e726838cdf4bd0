import { expect, test } from 'vitest';
import { hasGameplayElements } from './gameplay-elements.ts';
import { parseSkinIni } from './skin-ini.ts';

const { ini } = parseSkinIni(null);

test.each([
  ['an image', 'hitcircle.png'],
  ['an image of double resolution', 'Cursor@2x.PNG'],
  ['the first frame of an animation', 'hit0-0.png'],
  ['a digit', 'score-0.png'],
  ['a hit sound', 'soft-hitclap.ogg'],
  ['another sound', 'combobreak.wav'],
])('a skin with only %s has elements', (_, file) => {
  expect(hasGameplayElements(['readme.txt', file], ini)).toBe(true);
  expect(hasGameplayElements([`My skin/${file}`], ini)).toBe(true);
});

test('a digit is found under the prefix of the skin.ini', () => {
  const { ini: own } = parseSkinIni(new TextEncoder().encode('[Fonts]\nScorePrefix: fonts/s\n'));
  expect(hasGameplayElements(['skin.ini', 'fonts/s-0.png'], own)).toBe(true);
  expect(hasGameplayElements(['skin.ini', 'fonts/s-0.png'], ini)).toBe(false);
});

test.each([
  ['no files', []],
  ['only a skin.ini', ['skin.ini']],
  ['only menus', ['skin.ini', 'menu-background.jpg', 'menuhit.wav']],
  ['a beatmap set', ['map.osu', 'audio.mp3', 'bg.jpg']],
  ['a skin two folders deep', ['Downloads/My skin/skin.ini', 'Downloads/My skin/hitcircle.png']],
])('an archive with %s has none', (_, files) => {
  expect(hasGameplayElements(files, ini)).toBe(false);
});
