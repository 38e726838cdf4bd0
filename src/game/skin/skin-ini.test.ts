import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSkinIni } from './skin-ini.ts';

const parse = (text: string) => parseSkinIni(new TextEncoder().encode(text));
const general = (line: string) => parse(`[General]\n${line}`);
const colours = (line: string) => parse(`[Colours]\n${line}`);
const fonts = (line: string) => parse(`[Fonts]\n${line}`);

describe('the version', () => {
  test.each([
    ['Version: 2.5', 2.5],
    ['Version: 1', 1],
    ['Version: latest', 2.7],
    ['version : LATEST // newest', 2.7],
    ['Version: User', 2.7],
    ['Name: old', 1],
    ['Version:', 1],
  ])('of a file with %j is %d [SK1]', (line, version) => {
    expect(general(line)).toMatchObject({ ini: { version }, warnings: [] });
  });

  test('is the latest for a skin without a file, and the first for an empty one [SK1]', () => {
    expect(parseSkinIni(null).ini.version).toBe(2.7);
    expect(parse('').ini.version).toBe(1);
  });

  test.each(['newest', '0.9', '-1', '2,5', 'Infinity', '1e999'])(
    '%j is not a version: it causes a warning and counts as 1',
    (value) => {
      const { ini, warnings } = general(`Version: ${value}`);
      expect(ini.version).toBe(1);
      expect(warnings).toEqual([`Version has the invalid value "${value}".`]);
    },
  );
});

test('missing keys have the defaults of the game', () => {
  const { ini, warnings } = parse('');
  expect(warnings).toEqual([]);
  expect(ini).toEqual({
    name: '',
    author: '',
    version: 1,
    animationFramerate: null,
    allowSliderBallTint: false,
    comboBurstRandom: false,
    customComboBurstSounds: [],
    cursorCentre: true,
    cursorExpand: true,
    cursorRotate: true,
    cursorTrailRotate: true,
    hitCircleOverlayAboveNumber: true,
    layeredHitSounds: true,
    sliderBallFlip: true,
    spinnerFadePlayfield: false,
    spinnerFrequencyModulate: true,
    spinnerNoBlink: false,
    sliderStyle: 2,
    colours: {
      combos: [
        { r: 255, g: 192, b: 0 },
        { r: 0, g: 202, b: 0 },
        { r: 18, g: 124, b: 255 },
        { r: 242, g: 24, b: 57 },
      ],
      inputOverlayText: { r: 0, g: 0, b: 0 },
      sliderBall: null,
      sliderBorder: { r: 255, g: 255, b: 255 },
      sliderTrackOverride: null,
      spinnerBackground: { r: 100, g: 100, b: 100 },
      starBreakAdditive: { r: 255, g: 182, b: 193 },
    },
    fonts: {
      hitCircle: { prefix: 'default', overlap: -2 },
      score: { prefix: 'score', overlap: 0 },
      combo: { prefix: 'score', overlap: 0 },
    },
  });
});

describe('the text', () => {
  test('ignores comments, blank lines, indentation, decoration and unknown keys', () => {
    const { ini, warnings } = parse(
      '// [Colours]\r\n\r\n[General]\r\n\tName:  A: B  // c\r\n=====\r\n║ ornament ║\r\nProfile: https://x\r\n',
    );
    expect(ini.name).toBe('A: B');
    expect(warnings).toEqual([]);
  });

  test('the last value of a key wins, also in a repeated section [SK2]', () => {
    const { ini } = parse('[General]\nName: one\nName: two\n[Mania]\nName: four keys\n[GENERAL]\nname: three');
    expect(ini.name).toBe('three');
  });

  test('values before the first section belong to [General]', () => {
    expect(parse('Name: bare').ini.name).toBe('bare');
  });

  test('ignores keys in other sections', () => {
    expect(parse('[Mania]\nCursorRotate: 0\nSliderBorder: 1,2,3').ini).toEqual(parse('').ini);
  });

  test.each([
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, ...Buffer.from('[General]\nName: é', 'utf8')]],
    ['UTF-16, little-endian', [0xff, 0xfe, ...Buffer.from('[General]\nName: é', 'utf16le')]],
    ['UTF-16, big-endian', [0xfe, 0xff, ...Buffer.from('[General]\nName: é', 'utf16le').swap16()]],
  ])('decodes %s', (_, bytes) => {
    expect(parseSkinIni(Uint8Array.from(bytes)).ini.name).toBe('é');
  });

  test('ignores everything after the first megabyte', () => {
    const padding = `//${' '.repeat(1024 * 1024 - 20)}\n`;
    expect(parse(`${padding}Name: near`).ini.name).toBe('near');
    expect(parse(`${padding}              Name: far`).ini.name).toBe('');
  });
});

describe('values', () => {
  test.each([
    ['1', true],
    ['true', true],
    ['TRUE', true],
    ['0', false],
    ['False', false],
  ])('the flag %j is %j', (value, flag) => {
    expect(general(`CursorExpand: ${value}`)).toMatchObject({ ini: { cursorExpand: flag }, warnings: [] });
  });

  test('an invalid flag causes a warning and has its default [SK2]', () => {
    const { ini, warnings } = general('CursorExpand: 2');
    expect(ini.cursorExpand).toBe(true);
    expect(warnings).toEqual(['CursorExpand has the invalid value "2".']);
  });

  test('the old misspelling of HitCircleOverlayAboveNumber applies if the correct key is missing', () => {
    const above = (text: string) => general(text).ini.hitCircleOverlayAboveNumber;
    expect(above('HitCircleOverlayAboveNumer: 0')).toBe(false);
    expect(above('HitCircleOverlayAboveNumer: 0\nHitCircleOverlayAboveNumber: 1')).toBe(true);
  });

  test.each([
    ['60', 60],
    ['0', null],
    ['-1', null],
    ['many', null],
  ])('an animation framerate of %s is %j', (value, rate) => {
    expect(general(`AnimationFramerate: ${value}`).ini.animationFramerate).toBe(rate);
  });

  test.each([
    ['1,2,3', { r: 1, g: 2, b: 3 }],
    [' 0 , 128 ,255 // grey', { r: 0, g: 128, b: 255 }],
    ['1,2,3,128', { r: 1, g: 2, b: 3 }],
  ])('parses the colour %j', (value, colour) => {
    expect(colours(`SliderBorder: ${value}`)).toMatchObject({
      ini: { colours: { sliderBorder: colour } },
      warnings: [],
    });
  });

  test.each(['1,2', '1,2,256', '1,2,-3', 'red', '1,2,3,4,5', '#ff00ff', '1.5,2,3'])(
    '%j is not a colour and causes a warning',
    (value) => {
      const { ini, warnings } = colours(`SliderTrackOverride: ${value}`);
      expect(ini.colours.sliderTrackOverride).toBeNull();
      expect(warnings).toHaveLength(1);
    },
  );

  test('combo colours are in numerical order, and the section may be called [Colors]', () => {
    const { ini } = parse('[Colors]\nCombo3: 3,3,3\nCombo1: 1,1,1\nCombo9: 9,9,9');
    expect(ini.colours.combos.map((combo) => combo.r)).toEqual([1, 3]);
  });

  test.each([
    ['fonts\\score\\score', 'fonts/score/score'],
    ['fonts/score', 'fonts/score'],
    ['.\\score', 'score'],
    ['../../etc/score', 'score'],
    ['\\', 'score'],
  ])('the font prefix %j becomes %j', (value, prefix) => {
    expect(fonts(`ScorePrefix: ${value}`).ini.fonts.score.prefix).toBe(prefix);
  });

  test('a number above the limit has its default', () => {
    expect(fonts('ScoreOverlap: 10000').ini.fonts.score.overlap).toBe(10_000);
    expect(fonts('ScoreOverlap: 10001')).toMatchObject({ ini: { fonts: { score: { overlap: 0 } } } });
  });
});

test('parses any text without throwing', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('[General]', '[Colours]', 'Combo1: 1,2,3', 'Version: 2', ':', '[]'),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const { ini } = parse(lines.join('\n'));
      expect(ini.colours.combos.length).toBeGreaterThan(0);
    }),
  );
});

test.each([
  ['50,75, 100', [50, 75, 100]],
  ['0,-5,1.5,x,,30', [30]],
])('CustomComboBurstSounds: %s are the combos %j', (list, combos) => {
  expect(general(`CustomComboBurstSounds: ${list}`).ini.customComboBurstSounds).toEqual(combos);
});
