import { describe, expect, test } from 'vitest';
import { isSkinName, maxSkinNameLength } from '../../contract/settings/index.ts';
import { nextSkinName, proposeSkinName, skinNameProblem } from './skin-name.ts';

describe('the proposed name', () => {
  test.each([
    // Allowed file names stay as they are.
    ['My skin-1_x.osk', 'Another', 'My skin-1_x'],
    ['- YUGEN -.OSK', '', '- YUGEN -'],
    ['『Aristia』☆ [Edit] #2.0.osk', '', 'Aristia Edit 2-0'],
    ['Rafis.2018-03-26 HDDT.osk', '', 'Rafis 2018-03-26 HDDT'],
    ['Café_Ｎｅｏ (v1).osk', '', 'Cafe_Neo v1'],
    ["Cookie's skin!.osk", '', 'Cookies skin'],
    // Little or nothing is left of the file name.
    ['初音ミク v2.osk', 'Hatsune Miku v2', 'Hatsune Miku v2'],
    ['「白猫」.osk', '『White Cat』', 'White Cat'],
    ['「白猫」.osk', '白猫', 'My skin'],
    ['.osk', '', 'My skin'],
    ['初 ab.osk', '', 'ab'],
    ['初 a.osk', 'xy', 'xy'],
    // The name of the built-in skin is reserved.
    ['default.osk', '', 'default 2'],
    ['[Default].osk', '', 'Default 2'],
  ])('of %j with the name %j in its skin.ini is %j', (fileName, nameInIni, expected) => {
    expect(proposeSkinName(fileName, nameInIni)).toBe(expected);
  });

  test('is never longer than allowed', () => {
    const name = proposeSkinName(`${'ab. '.repeat(100)}.osk`, '');
    expect(isSkinName(name)).toBe(true);
    expect(name.length).toBeLessThanOrEqual(maxSkinNameLength);
  });
});

test.each([
  ['Skin', 'Skin 2'],
  ['Skin 2', 'Skin 3'],
  ['Skin 99', 'Skin 100'],
  ['2', '2 2'],
  ['x'.repeat(128), `${'x'.repeat(126)} 2`],
])('after %j comes %j', (name, next) => {
  expect(nextSkinName(name)).toBe(next);
  expect(isSkinName(next)).toBe(true);
});

test.each([
  ['Skin', [], null],
  [' Skin ', [], null],
  ['', [], 'invalid'],
  ['  ', [], 'invalid'],
  ['Skin!', [], 'invalid'],
  ['x'.repeat(129), [], 'invalid'],
  ['dEFAULT', [], 'reserved'],
  ['Skin', ['skin'], 'duplicate'],
] as const)('the problem of the name %j beside %j is %j', (name, others, problem) => {
  expect(skinNameProblem(name, others)).toBe(problem);
});
