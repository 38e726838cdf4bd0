import { describe, expect, test } from 'vitest';
import { type MapSections, mapBytes } from '../../../../test/support/beatmaps/map-text.ts';
import { parseBeatmap, type Slider } from '../index.ts';

const parse = (sections: MapSections) => parseBeatmap(mapBytes(sections)).beatmap;

describe('hit objects', () => {
  test('are sorted by time, equal times in file order', () => {
    const { objects } = parse({ objects: ['3,0,20,1,0', '1,0,10,1,0', '2,0,10,1,0'] });
    expect(objects.map(({ at }) => at.x)).toEqual([1, 2, 3]);
  });

  test.each([
    ['10,20,30,1,0', { kind: 'circle', newCombo: false, comboSkip: 0 }],
    [
      '10,20,30,37,14',
      { kind: 'circle', newCombo: true, comboSkip: 2, hitSound: { finish: true, clap: true, normal: false } },
    ],
    ['10,20,30,33,0', { kind: 'circle', newCombo: false, comboSkip: 0 }],
    ['10,20,30,12,0,90', { kind: 'spinner', endTime: 90, at: { x: 256, y: 192 } }],
    ['10,20,30,8,0,20', { kind: 'spinner', endTime: 30 }],
    ['10,20,30,2,0,L|40:20,2,60', { kind: 'slider', slides: 2, length: 60 }],
    ['10,20,30,2,0,L|40:20,0,-5', { kind: 'slider', slides: 1, length: null }],
    ['10,20,30,2,0,L|40:20', { kind: 'slider', slides: 1, length: null }],
  ])('parses %s', (line, expected) => {
    expect(parse({ objects: [line] }).objects[0]).toMatchObject(expected);
  });

  test.each([
    '',
    'x,20,30,1,0',
    '10,20,x,1,0',
    '10,20,30,0,0',
    '10,20,30,1',
    '1,2,3,128,0,9:0',
    '1,2,3,2,0,L|4,1,9',
    'a',
  ])('skips the malformed line %j with a warning [BM4]', (line) => {
    const { beatmap, warnings } = parseBeatmap(mapBytes({ objects: [line, '1,2,3,1,0'] }));
    expect(beatmap.objects).toHaveLength(1);
    expect(warnings).toHaveLength(line === '' ? 0 : 1);
  });

  test.each([
    [4, 1024],
    [5, 1000],
  ])('in format %d, time 1000 becomes %d [BM1]', (format, time) => {
    const map = parse({
      format,
      general: ['PreviewTime: 1000'],
      events: ['2,1000,2000'],
      timing: ['1000,500'],
      objects: ['1,2,1000,1,0', '1,2,1000,8,0,1000'],
    });
    expect(map.timeOffset).toBe(time - 1000);
    expect(map.general.previewTime).toBe(time);
    expect(map.breaks[0]?.start).toBe(time);
    expect(map.timingPoints[0]?.time).toBe(time);
    expect(map.objects).toMatchObject([{ time }, { time, endTime: time }]);
  });

  test.each([
    [14, { x: 10, y: -20 }],
    [128, { x: 10.75, y: -20.5 }],
  ])('positions in format %d are %j [BM2]', (format, at) => {
    expect(parse({ format, objects: ['10.75,-20.5,30.5,1,0'] }).objects[0]).toMatchObject({ at, time: 30.5 });
  });

  test('parses partial hit samples', () => {
    const { objects } = parse({ objects: ['1,2,3,1,2,2:3:4:70:hit: 1.wav', '1,2,4,1,0,9', '1,2,5,1,0'] });
    expect(objects.map(({ sample }) => sample)).toEqual([
      { normalSet: 'soft', additionSet: 'drum', index: 4, volume: 70, filename: 'hit: 1.wav' },
      { normalSet: 'normal', additionSet: 'inherit', index: 0, volume: 0, filename: '' },
      { normalSet: 'inherit', additionSet: 'inherit', index: 0, volume: 0, filename: '' },
    ]);
  });

  test('edges without their own sounds have those of the slider', () => {
    const [slider] = parse({ objects: ['1,2,3,2,4,L|9:9,3,10,2|8,1:2|3:0,2:0:1:50:'] }).objects as [Slider];
    expect(slider.edges.map(({ hitSound, sample }) => [hitSound.whistle, hitSound.finish, sample.normalSet])).toEqual([
      [true, false, 'normal'],
      [false, false, 'drum'],
      [false, true, 'soft'],
      [false, true, 'soft'],
    ]);
    expect(slider.edges[1]?.sample).toMatchObject({ additionSet: 'inherit', index: 1, volume: 50 });
  });
});

describe('curves', () => {
  const curve = (field: string) =>
    (parse({ format: 128, objects: [`0,0,0,2,0,${field},1,100`] }).objects[0] as Slider).curve;

  test.each([
    ['L|10:0', [['linear', null, [0, 10]]]],
    ['B|10:0|20:0', [['bezier', null, [0, 10, 20]]]],
    ['P|10:5|20:0', [['perfect', null, [0, 10, 20]]]],
    ['C|10:0', [['catmull', null, [0, 10]]]],
    ['X|10:0', [['catmull', null, [0, 10]]]],
    ['10:0|20:0', [['catmull', null, [0, 10, 20]]]],
    ['B3|10:0|20:0', [['bezier', 3, [0, 10, 20]]]],
    ['P|0:0|10:5|20:0', [['perfect', null, [0, 10, 20]]]],
    ['L|0:0', [['linear', null, [0, 0]]]],
    [
      'B|10:0|L|20:0|30:0',
      [
        ['bezier', null, [0, 10, 20]],
        ['linear', null, [20, 30]],
      ],
    ],
  ])('parses %s [SP6] [SP7] [SP8]', (field, expected) => {
    expect(curve(field).map(({ type, degree, points }) => [type, degree, points.map(({ x }) => x)])).toEqual(expected);
  });
});
