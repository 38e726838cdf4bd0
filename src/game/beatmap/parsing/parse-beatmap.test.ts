import { describe, expect, test } from 'vitest';
import { type MapSections, mapBytes, mapText } from '../../../../test/support/beatmaps/map-text.ts';
import { parseBeatmap, type Slider } from '../index.ts';

const parse = (sections: MapSections) => parseBeatmap(mapBytes(sections)).beatmap;
const parseText = (text: string) => parseBeatmap(new TextEncoder().encode(text));

describe('the file', () => {
  test.each(['\n', '\r\n', '\r'])('may end its lines with %j', (end) => {
    const text = mapText({ objects: ['1,2,3,1,0', '4,5,6,1,0'] }).replaceAll('\r\n', end);
    expect(parseText(text).beatmap.objects.map(({ time }) => time)).toEqual([3, 6]);
  });

  test('may have blank lines, a byte order mark and comments', () => {
    const { beatmap, warnings } = parseText(
      '\ufeff\n\n// hello\nosu file format v9\n[HitObjects]\n// no\n\n1,2,3,1,0\n',
    );
    expect([beatmap.formatVersion, beatmap.objects.length, warnings]).toEqual([9, 1, []]);
  });

  test('is parsed as format 14 with a warning if the version line is missing', () => {
    const { beatmap, warnings } = parseText('[Metadata]\nTitle: a: b // c');
    expect(beatmap.formatVersion).toBe(14);
    expect(beatmap.metadata.title).toBe('a: b // c');
    expect(warnings).toHaveLength(1);
  });

  test.each(['', 'version https://git-lfs.github.com/spec/v1', '[Fonts]\nHitCirclePrefix: a', '\u0000\u0001\u0002'])(
    'is refused if it is not a map: %j',
    (text) => {
      expect(() => parseText(text)).toThrow(expect.objectContaining({ code: 'beatmap/unreadable' }));
    },
  );

  test('may repeat a section and contain unknown sections', () => {
    const { beatmap } = parseText('osu file format v14\n[HitObjects]\n1,2,3,1,0\n[X]\n7\n[HitObjects]\n1,2,4,1,0');
    expect(beatmap.objects).toHaveLength(2);
  });
});

describe('limits', () => {
  const slider = (points: number, slides: number) => `0,0,0,2,0,L${'|1:1'.repeat(points)},${slides},10`;

  test.each([
    ['32 MiB', () => new Uint8Array(32 * 1024 * 1024 + 1)],
    ['a line of 64 KB', () => mapBytes({ general: [`Tags:${'x'.repeat(64 * 1024)}`] })],
    ['600 000 lines', () => new TextEncoder().encode('\n'.repeat(600_000))],
    ['100 000 objects', () => mapBytes({ objects: Array(100_001).fill('1,2,3,1,0') })],
    ['100 000 timing points', () => mapBytes({ timing: Array(100_001).fill('0,500') })],
    ['9000 slides', () => mapBytes({ objects: [slider(1, 9001)] })],
    ['10 000 points in a slider', () => mapBytes({ objects: [slider(10_001, 1)] })],
    ['100 000 slides in total', () => mapBytes({ objects: Array(12).fill(slider(1, 9000)) })],
  ])('refuses more than %s before parsing [BM4]', (_, bytes) => {
    expect(() => parseBeatmap(bytes())).toThrow(expect.objectContaining({ code: 'beatmap/too-large' }));
  });

  test('accepts 9000 slides and 10 000 points [BM4]', () => {
    expect(parse({ objects: [slider(1, 9000)] }).objects[0]).toMatchObject({ slides: 9000 });
    expect((parse({ objects: [slider(10_000, 1)] }).objects[0] as Slider).curve[0]?.points).toHaveLength(10_001);
  });

  test('clamps a coordinate beyond the limit, with a warning [BM4]', () => {
    const { beatmap, warnings } = parseBeatmap(mapBytes({ objects: ['131072,-131073,3,1,0'] }));
    expect(beatmap.objects[0]?.at).toEqual({ x: 131072, y: -131072 });
    expect(warnings).toHaveLength(1);
  });
});

describe('settings', () => {
  test('missing keys have the defaults of the game [BM3]', () => {
    const { general, difficulty, metadata } = parseText('osu file format v14').beatmap;
    expect(general).toMatchObject({
      audioLeadIn: 0,
      previewTime: -1,
      countdown: 1,
      sampleSet: 'normal',
      sampleVolume: 100,
      stackLeniency: Math.fround(0.7),
      mode: 0,
      letterboxInBreaks: false,
      widescreenStoryboard: false,
    });
    expect(difficulty).toEqual({ hp: 5, cs: 5, od: 5, ar: 5, sliderMultiplier: 1.4, sliderTickRate: 1 });
    expect(metadata).toMatchObject({ title: '', beatmapId: 0, beatmapSetId: -1 });
  });

  test.each([
    ['HPDrainRate:-1', 'hp', 0],
    ['HPDrainRate:11', 'hp', 10],
    ['CircleSize:4.2', 'cs', Math.fround(4.2)],
    ['OverallDifficulty: 9', 'ar', 9],
    ['ApproachRate:nine', 'ar', 5],
    ['SliderMultiplier:0.1', 'sliderMultiplier', 0.4],
    ['SliderMultiplier:5', 'sliderMultiplier', 3.6],
    ['SliderTickRate:0', 'sliderTickRate', 0.5],
    ['SliderTickRate:9', 'sliderTickRate', 8],
  ] as const)('%s makes %s %d [BM3]', (line, key, value) => {
    expect(parse({ difficulty: [line] }).difficulty[key]).toBe(value);
  });

  test('the approach rate may come before the overall difficulty [BM3]', () => {
    expect(parse({ difficulty: ['ApproachRate:9', 'OverallDifficulty:1'] }).difficulty).toMatchObject({ ar: 9, od: 1 });
  });

  test('Unicode titles fall back to romanised titles', () => {
    expect(
      parseText('osu file format v14\n[Metadata]\nTitle:a\nArtist:b\nArtistUnicode:c').beatmap.metadata,
    ).toMatchObject({ titleUnicode: 'a', artistUnicode: 'c' });
  });

  test('reads up to eight combo colours and ignores alpha', () => {
    const colours = [
      ...Array.from({ length: 10 }, (_, i) => `Combo${i + 1} : ${i},0,300,100`),
      'SliderBorder : 1,2,3',
      'SliderTrackOverride: 1,2',
    ];
    const read = parse({ colours }).colours;
    expect(read.combos.map(({ r, b }) => [r, b])).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((r) => [r, 255]));
    expect(read.sliderBorder).toEqual({ r: 1, g: 2, b: 3 });
    expect(read.sliderTrackOverride).toBeNull();
  });
});

describe('events', () => {
  test.each([
    [['0,0,"bg.jpg",0,0'], 'bg.jpg', null],
    [['Background,0,bg.jpg'], 'bg.jpg', null],
    [['Video,-50,"v.MP4"'], null, { file: 'v.MP4', offset: -50 }],
    [['1,0,"BG.jpg",0,0'], 'BG.jpg', null],
    [['0,0,"a.jpg"', '1,0,"v.avi"'], 'a.jpg', { file: 'v.avi', offset: 0 }],
    [['0,0,""'], null, null],
  ])('%j define background %j and video %j [BM5]', (events, background, video) => {
    expect(parse({ events })).toMatchObject({ background, video });
  });

  test('breaks are sorted, and a break that ends before it starts is skipped', () => {
    expect(parse({ events: ['Break,900,1900', '2,100,700', '2,5,4', '2,x,9'] }).breaks).toEqual([
      { start: 100, end: 700 },
      { start: 900, end: 1900 },
    ]);
  });

  test('include the storyboard', () => {
    const { storyboard } = parse({ events: ['0,0,"bg.jpg"', 'Sprite,Pass,Centre,"a.png",1,2', ' F,0,0,,1'] });
    expect(storyboard.sprites).toMatchObject([{ file: 'a.png', layer: 'pass', timeline: { lifetime: { start: 0 } } }]);
  });
});

describe('timing points', () => {
  const point = (line: string) => parse({ timing: [line] }).timingPoints[0];

  test('missing fields have the defaults of the game', () => {
    expect(parse({ general: ['SampleSet: Soft'], timing: ['10.5,400'] }).timingPoints).toEqual([
      {
        time: 10.5,
        beatLength: 400,
        meter: 4,
        sampleSet: 'soft',
        sampleIndex: 0,
        volume: 100,
        uninherited: true,
        kiai: false,
        omitFirstBarLine: false,
      },
    ]);
  });

  test.each([
    ['0,5,4', { beatLength: 6 }],
    ['0,60001,4', { beatLength: 60_000 }],
    ['0,-50,4,2,3,40,0,1', { beatLength: -50, sampleSet: 'soft', sampleIndex: 3, volume: 40, kiai: true }],
    ['0,500,0,9,-1,140,1,8', { meter: 4, sampleSet: 'normal', sampleIndex: 0, volume: 100, omitFirstBarLine: true }],
    ['0,NaN,4,1,0,100,0,0', { beatLength: Number.NaN, uninherited: false }],
    ['0,-100', { uninherited: false }],
  ])('%s is %j [TP4]', (line, expected) => {
    expect(point(line)).toMatchObject(expected);
  });

  test.each(['x,500', '0', '0,', '0,NaN,4,1,0,100,1,0', '0,abc,4,1,0,100,0,0', '3000000000,500'])(
    'skips the malformed line %j [TP3]',
    (line) => {
      expect(point(line)).toBeUndefined();
    },
  );

  test('are sorted by time, with inherited points last at equal times [TP1]', () => {
    const { timingPoints } = parse({ timing: ['5,-50,4,1,0,100,0', '5,400,4', '1,300,4'] });
    expect(timingPoints.map(({ beatLength }) => beatLength)).toEqual([300, 400, -50]);
  });
});
