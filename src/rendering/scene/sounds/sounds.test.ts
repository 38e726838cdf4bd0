import { describe, expect, test } from 'vitest';
import { madeScene, type SceneParts } from '../../../../test/support/made-scene.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import { soundsOf } from '../index.ts';
import { drumsAt } from './nightcore.ts';

type Row = [time: number, x: number, y: number, keys: number];

/** A cursor that is at one place and presses at given times, for 20 ms each. */
function presses(x: number, y: number, ...times: readonly number[]): Row[] {
  const rows: Row[] = [];
  for (let t = 0; t <= 9000; t += 10) rows.push([t, x, y, times.some((time) => t >= time && t < time + 20) ? 5 : 0]);
  return rows;
}

/** A button held from 2000 on, on the way of the test slider from 100 to 300 and back. */
function following(until: number): Row[] {
  const rows: Row[] = [];
  for (let t = 0; t <= 9000; t += 10) {
    const x = t < 3000 ? 100 + Math.max(0, t - 2000) / 5 : Math.max(100, 300 - (t - 3000) / 5);
    rows.push([t, x, 100, t >= 2000 && t < until ? 5 : 0]);
  }
  return rows;
}

/** What is heard, as `time file volume`; the applause at the end is left out. */
function heard(parts: SceneParts): string[] {
  return soundsOf(madeScene(parts))
    .events.filter(({ sound }) => sound.file !== 'applause')
    .map(({ time, sound, volume }) => `${time} ${sound.file} ${Math.round(volume * 100) / 100}`);
}

const hit = presses(256, 192, 2010);

describe('before the first object', () => {
  const counted = (general: string[], parts: SceneParts = {}) =>
    heard({ objects: ['256,192,8000,5,0'], general, ...parts }).flatMap(
      (line) => /^(\d+ (?:ready|count\d|go)s) 1$/.exec(line)?.slice(1) ?? [],
    );

  test.each([
    [0, []],
    [1, ['5000 readys', '6000 count3s', '6500 count2s', '7000 count1s', '7500 gos']],
    [2, ['2000 readys', '4000 count3s', '5000 count2s', '6000 count1s', '7000 gos']],
    [3, ['6500 readys', '7000 count3s', '7250 count2s', '7500 count1s', '7750 gos']],
    [4, []],
  ])('a map with the countdown %i counts %j', (countdown, expected) => {
    expect(counted([`Countdown: ${countdown}`])).toEqual(expected);
  });

  test('the count is as many beats earlier as the map says', () => {
    expect(counted(['Countdown: 1', 'CountdownOffset: 2']).at(-1)).toBe('6500 gos');
  });

  test('nothing is counted where there is no time to, nor in lazer', () => {
    expect(counted(['Countdown: 1'], { objects: ['256,192,3000,5,0'] })).toHaveLength(5);
    expect(counted(['Countdown: 1'], { objects: ['256,192,2799,5,0'] })).toEqual([]);
    expect(counted(['Countdown: 1'], { mods: lazerMods([]) })).toEqual([]);
  });
});

describe('a circle', () => {
  test.each([
    ['plain', '256,192,2000,5,0', ['2010 normal-hitnormal 0.8']],
    ['with a whistle', '256,192,2000,5,2', ['2010 normal-hitnormal 0.8', '2010 normal-hitwhistle 0.85']],
    [
      'with all',
      '256,192,2000,5,14',
      [
        '2010 normal-hitnormal 0.8',
        '2010 normal-hitwhistle 0.85',
        '2010 normal-hitfinish 1',
        '2010 normal-hitclap 0.85',
      ],
    ],
    ['with sets of its own', '256,192,2000,5,8,2:3:0:0:', ['2010 soft-hitnormal 0.8', '2010 drum-hitclap 0.85']],
    ['with a number of its own', '256,192,2000,5,0,2:0:4:0:', ['2010 soft-hitnormal4 0.8']],
    ['with a volume of its own', '256,192,2000,5,0,0:0:0:50:', ['2010 normal-hitnormal 0.4']],
    ['with a file in place of all', '256,192,2000,5,10,0:0:0:0:boom.wav', ['2010 boom.wav 0.8']],
  ])('%s', (_, object, expected) => {
    expect(heard({ objects: [object], frames: hit })).toEqual(expected);
  });

  test('takes from its timing point what it leaves open, up to 5 ms ahead', () => {
    const timing = ['0,500,4,1,0,100,1,0', '2005,-100,4,3,7,40,0,0'];
    expect(heard({ objects: ['256,192,2000,5,0'], frames: hit, timing })).toEqual(['2010 drum-hitnormal7 0.32']);
    const later = ['0,500,4,1,0,100,1,0', '2006,-100,4,3,7,40,0,0'];
    expect(heard({ objects: ['256,192,2000,5,0'], frames: hit, timing: later })).toEqual(['2010 normal-hitnormal 0.8']);
  });

  test('is never quieter than a twentieth', () => {
    expect(heard({ objects: ['256,192,2000,5,4'], frames: hit, timing: ['0,500,4,1,0,1,1,0'] })).toContain(
      '2010 normal-hitfinish 0.05',
    );
  });

  test('has its plain sound only when the skin layers them, or nothing else sounds', () => {
    const ini = ['LayeredHitSounds: 0'];
    expect(heard({ objects: ['256,192,2000,5,2'], frames: hit, ini })).toEqual(['2010 normal-hitwhistle 0.85']);
    expect(heard({ objects: ['256,192,2000,5,0'], frames: hit, ini })).toEqual(['2010 normal-hitnormal 0.8']);
  });

  test('is silent when it is missed', () => {
    expect(heard({ objects: ['256,192,2000,5,0'], frames: presses(0, 0, 2000) })).toEqual([]);
  });

  test.each([
    [0, -0.4],
    [256, 0],
    [512, 0.4],
  ])('at x %d is heard at %d between the ears', (x, balance) => {
    const scene = madeScene({ objects: [`${x},192,2000,5,0`], frames: presses(x, 192, 2000) });
    expect(soundsOf(scene).events[0]?.balance).toBeCloseTo(balance);
  });
});

describe('a slider', () => {
  const slider = '100,100,2000,6,2,L|300:100,2,200,0|8|4,1:0|2:0|0:3';

  test('sounds at its head, ticks, turns and end as each edge says', () => {
    expect(heard({ objects: [slider], frames: following(4100) })).toEqual([
      '2000 normal-hitnormal 0.8',
      '2500 normal-slidertick 1',
      '3000 soft-hitnormal 0.8',
      '3000 soft-hitclap 0.85',
      '3500 normal-slidertick 1',
      '4000 normal-hitnormal 0.8',
      '4000 drum-hitfinish 1',
    ]);
  });

  test('once let go is silent but for its end', () => {
    expect(heard({ objects: [slider], frames: following(2200) })).toEqual([
      '2000 normal-hitnormal 0.8',
      '4000 normal-hitnormal 0.8',
      '4000 drum-hitfinish 1',
    ]);
  });

  test('slides and whistles while it is followed', () => {
    const { loops } = soundsOf(madeScene({ objects: [slider], frames: following(2200) }));
    expect(loops.map(({ start, end, sound }) => [start, end, sound.file])).toEqual([
      [2000, 2200, 'normal-sliderslide'],
      [2000, 2200, 'normal-sliderwhistle'],
    ]);
    expect(loops[0]!.steps.map(({ time }) => time)).toEqual([2000, 2100]);
  });
});

describe('a spinner', () => {
  const spinner = '256,192,2000,12,4,5000';
  const frames: Row[] = [[0, 306, 192, 0]];
  for (let t = 2000; t < 9000; t += 16) {
    const turn = (t - 2000) / 30;
    frames.push([t, 256 + 50 * Math.cos(turn), 192 + 50 * Math.sin(turn), t < 5000 ? 5 : 0]);
  }

  test('hums ever higher while it turns', () => {
    const [loop, ...others] = soundsOf(madeScene({ objects: [spinner], frames })).loops;
    expect(others).toEqual([]);
    expect(loop?.sound.file).toBe('spinnerspin');
    const speeds = loop!.steps.map(({ speed }) => speed);
    expect(speeds[0]).toBeCloseTo(20_000 / 44_100);
    expect(speeds).toEqual([...speeds].sort((a, b) => a - b));
    expect(speeds.at(-1)).toBeLessThanOrEqual(100_000 / 44_100);
  });

  test('hums at one pitch when the skin wants it so', () => {
    const [loop] = soundsOf(madeScene({ objects: [spinner], frames, ini: ['SpinnerFrequencyModulate: 0'] })).loops;
    expect(new Set(loop!.steps.map(({ speed }) => speed))).toEqual(new Set([1]));
  });

  test('rings for every bonus and sounds at its end', () => {
    const scene = madeScene({ objects: [spinner], frames });
    const events = heard({ objects: [spinner], frames });
    const [play] = scene.play.objects;
    expect(play?.kind === 'spinner' && play.bonuses.length).toBeGreaterThan(0);
    expect(events.filter((event) => event.includes('spinnerbonus'))).toHaveLength(
      play?.kind === 'spinner' ? play.bonuses.length : 0,
    );
    expect(events.at(-1)).toMatch(/normal-hitfinish 1$/);
  });
});

describe('effects', () => {
  const stream = (count: number) => Array.from({ length: count + 1 }, (_, i) => `256,192,${1000 + i * 200},1,0`);
  const hits = (count: number) => presses(256, 192, ...Array.from({ length: count }, (_, i) => 1000 + i * 200));

  test.each([
    [20, 0],
    [21, 1],
  ])('a combo of %d breaks with %d sounds', (combo, sounds) => {
    const events = heard({ general: ['StackLeniency: 0'], objects: stream(combo), frames: hits(combo) });
    expect(events.filter((event) => event.includes('combobreak'))).toHaveLength(sounds);
  });

  test.each([
    [2879, []],
    [2880, ['5480 sectionpass 1']],
  ])('a break of %d ms is passed with %j', (length, expected) => {
    const end = 4020 + length;
    const parts = { objects: ['256,192,2000,5,0', `256,192,${end + 500},1,0`], events: [`2,4020,${end}`], frames: hit };
    expect(heard(parts).filter((event) => event.includes('section'))).toEqual(expected);
  });

  test('a play that is over is applauded, one that failed is not', () => {
    const files = (frames: Row[]) =>
      soundsOf(madeScene({ objects: ['256,192,2000,5,0'], frames })).events.map(({ sound }) => sound.file);
    expect(files(hit)).toContain('applause');
    expect(
      files([
        [0, 0, 0, 0],
        [1000, 0, 0, 0],
      ]),
    ).toEqual(['failsound']);
  });

  test('a sound the skin lacks is left out', () => {
    expect(heard({ objects: ['256,192,2000,5,2'], frames: hit, skin: { mute: ['normal-hitnormal'] } })).toEqual([
      '2010 normal-hitwhistle 0.85',
    ]);
  });
});

describe('nightcore', () => {
  test('a bar of four: kick and clap with the beats, hats between, a cymbal with the first of four bars', () => {
    expect(Array.from({ length: 8 }, (_, n) => drumsAt(n, 4, false).join('+'))).toEqual([
      'finish+kick',
      'hat',
      'clap',
      'hat',
      'kick',
      'hat',
      'clap',
      'hat',
    ]);
    expect(drumsAt(31, 4, false)).not.toContain('finish');
    expect(drumsAt(32, 4, false)).toContain('finish');
  });

  test('a bar of three', () => {
    expect(Array.from({ length: 6 }, (_, n) => drumsAt(n, 3, true).join('+'))).toEqual([
      'kick',
      'hat',
      'hat',
      'clap',
      'hat',
      'hat',
    ]);
  });

  test('drums are heard with the mod alone, and as hats only where ticks come in even numbers', () => {
    const drums = (modBits: number, tickRate: number) =>
      new Set(
        heard({
          objects: ['256,192,4000,5,0'],
          frames: presses(0, 0, 0),
          modBits,
          difficulty: [`SliderTickRate:${tickRate}`],
        })
          .filter((event) => event.includes('nightcore'))
          .map((event) => event.split(' ')[1]),
      );
    expect(drums(0, 2).size).toBe(0);
    expect(drums(512 | 64, 1)).toEqual(new Set(['nightcore-finish', 'nightcore-kick', 'nightcore-clap']));
    expect(drums(512 | 64, 2)).toContain('nightcore-hat');
  });
});
