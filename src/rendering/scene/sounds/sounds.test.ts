import { describe, expect, test } from 'vitest';
import { buildScene, type SceneParts } from '../../../../test/support/scene/build-scene.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import { soundsOf } from '../index.ts';
import { drumsAt } from './nightcore.ts';

type Row = [time: number, x: number, y: number, keys: number];

/** A cursor at one position that presses at given times, for 20 ms each. */
function presses(x: number, y: number, ...times: readonly number[]): Row[] {
  const rows: Row[] = [];
  for (let t = 0; t <= 9000; t += 10) rows.push([t, x, y, times.some((time) => t >= time && t < time + 20) ? 5 : 0]);
  return rows;
}

/** A key held from 2000 ms while the cursor follows the test slider from 100 to 300 and back. */
function following(until: number): Row[] {
  const rows: Row[] = [];
  for (let t = 0; t <= 9000; t += 10) {
    const x = t < 3000 ? 100 + Math.max(0, t - 2000) / 5 : Math.max(100, 300 - (t - 3000) / 5);
    rows.push([t, x, 100, t >= 2000 && t < until ? 5 : 0]);
  }
  return rows;
}

/** All sounds as `time file volume`, without the applause at the end. */
function soundsIn(parts: SceneParts): string[] {
  return soundsOf(buildScene(parts))
    .events.filter(({ sound }) => sound.file !== 'applause')
    .map(({ time, sound, volume }) => `${time} ${sound.file} ${Math.round(volume * 100) / 100}`);
}

const hit = presses(256, 192, 2010);

describe('before the first object', () => {
  const countdownIn = (general: string[], parts: SceneParts = {}) =>
    soundsIn({ objects: ['256,192,8000,5,0'], general, ...parts }).flatMap(
      (line) => /^(\d+ (?:ready|count\d|go)s) 1$/.exec(line)?.slice(1) ?? [],
    );

  test.each([
    [0, []],
    [1, ['5000 readys', '6000 count3s', '6500 count2s', '7000 count1s', '7500 gos']],
    [2, ['2000 readys', '4000 count3s', '5000 count2s', '6000 count1s', '7000 gos']],
    [3, ['6500 readys', '7000 count3s', '7250 count2s', '7500 count1s', '7750 gos']],
    [4, []],
  ])('a map with countdown %i plays %j', (countdown, expected) => {
    expect(countdownIn([`Countdown: ${countdown}`])).toEqual(expected);
  });

  test('the countdown ends earlier by the offset of the map, in beats', () => {
    expect(countdownIn(['Countdown: 1', 'CountdownOffset: 2']).at(-1)).toBe('6500 gos');
  });

  test('there is no countdown without enough time, nor in lazer', () => {
    expect(countdownIn(['Countdown: 1'], { objects: ['256,192,3000,5,0'] })).toHaveLength(5);
    expect(countdownIn(['Countdown: 1'], { objects: ['256,192,2799,5,0'] })).toEqual([]);
    expect(countdownIn(['Countdown: 1'], { mods: lazerMods([]) })).toEqual([]);
  });
});

describe('a circle', () => {
  test.each([
    ['without additions has one sound', '256,192,2000,5,0', ['2010 normal-hitnormal 0.8']],
    ['with a whistle has two', '256,192,2000,5,2', ['2010 normal-hitnormal 0.8', '2010 normal-hitwhistle 0.85']],
    [
      'with all additions has four',
      '256,192,2000,5,14',
      [
        '2010 normal-hitnormal 0.8',
        '2010 normal-hitwhistle 0.85',
        '2010 normal-hitfinish 1',
        '2010 normal-hitclap 0.85',
      ],
    ],
    ['uses its own sample sets', '256,192,2000,5,8,2:3:0:0:', ['2010 soft-hitnormal 0.8', '2010 drum-hitclap 0.85']],
    ['uses its own sample index', '256,192,2000,5,0,2:0:4:0:', ['2010 soft-hitnormal4 0.8']],
    ['uses its own volume', '256,192,2000,5,0,0:0:0:50:', ['2010 normal-hitnormal 0.4']],
    ['with its own file plays only that', '256,192,2000,5,10,0:0:0:0:boom.wav', ['2010 boom.wav 0.8']],
  ])('%s', (_, object, expected) => {
    expect(soundsIn({ objects: [object], frames: hit })).toEqual(expected);
  });

  test('inherits missing values from its timing point, up to 5 ms ahead', () => {
    const timing = ['0,500,4,1,0,100,1,0', '2005,-100,4,3,7,40,0,0'];
    expect(soundsIn({ objects: ['256,192,2000,5,0'], frames: hit, timing })).toEqual(['2010 drum-hitnormal7 0.32']);
    const later = ['0,500,4,1,0,100,1,0', '2006,-100,4,3,7,40,0,0'];
    expect(soundsIn({ objects: ['256,192,2000,5,0'], frames: hit, timing: later })).toEqual([
      '2010 normal-hitnormal 0.8',
    ]);
  });

  test('has a volume of at least a twentieth', () => {
    expect(soundsIn({ objects: ['256,192,2000,5,4'], frames: hit, timing: ['0,500,4,1,0,1,1,0'] })).toContain(
      '2010 normal-hitfinish 0.05',
    );
  });

  test('has a normal sound only if the skin layers sounds or there is no addition', () => {
    const ini = ['LayeredHitSounds: 0'];
    expect(soundsIn({ objects: ['256,192,2000,5,2'], frames: hit, ini })).toEqual(['2010 normal-hitwhistle 0.85']);
    expect(soundsIn({ objects: ['256,192,2000,5,0'], frames: hit, ini })).toEqual(['2010 normal-hitnormal 0.8']);
  });

  test('is silent if it is missed', () => {
    expect(soundsIn({ objects: ['256,192,2000,5,0'], frames: presses(0, 0, 2000) })).toEqual([]);
  });

  test.each([
    [0, -0.4],
    [256, 0],
    [512, 0.4],
  ])('at x %d has a balance of %d', (x, balance) => {
    const scene = buildScene({ objects: [`${x},192,2000,5,0`], frames: presses(x, 192, 2000) });
    expect(soundsOf(scene).events[0]?.balance).toBeCloseTo(balance);
  });
});

describe('a slider', () => {
  const slider = '100,100,2000,6,2,L|300:100,2,200,0|8|4,1:0|2:0|0:3';

  test('plays the samples of its head, ticks, repeats and end', () => {
    expect(soundsIn({ objects: [slider], frames: following(4100) })).toEqual([
      '2000 normal-hitnormal 0.8',
      '2500 normal-slidertick 1',
      '3000 soft-hitnormal 0.8',
      '3000 soft-hitclap 0.85',
      '3500 normal-slidertick 1',
      '4000 normal-hitnormal 0.8',
      '4000 drum-hitfinish 1',
    ]);
  });

  test('is silent after it is released, except for its end', () => {
    expect(soundsIn({ objects: [slider], frames: following(2200) })).toEqual([
      '2000 normal-hitnormal 0.8',
      '4000 normal-hitnormal 0.8',
      '4000 drum-hitfinish 1',
    ]);
  });

  test('has ticks and loops of the timing points in stable, and in lazer those of its own set and its start', () => {
    const parts = {
      objects: ['100,100,2000,6,0,L|300:100,2,200,0|0|0,0:0|0:0|0:0,2:0:0:0:'],
      timing: ['0,500,4,1,0,100,1,0', '2400,-100,4,3,0,50,0,0'],
      frames: following(4100),
    };
    const ticksOf = (more: SceneParts) =>
      soundsIn({ ...parts, ...more }).filter((event) => event.includes('slidertick'));
    const volumesOf = (more: SceneParts) =>
      soundsOf(buildScene({ ...parts, ...more })).loops.flatMap(({ steps }) => steps.map(({ volume }) => volume));
    expect(ticksOf({})).toEqual(['2500 drum-slidertick 0.5', '3500 drum-slidertick 0.5']);
    expect(new Set(volumesOf({}))).toEqual(new Set([1, 0.5]));
    const lazer = { mods: lazerMods([]) };
    expect(ticksOf(lazer)).toEqual(['2500 soft-slidertick 1', '3500 soft-slidertick 1']);
    expect(new Set(volumesOf(lazer))).toEqual(new Set([1]));
  });

  test('loops slide and whistle while it is followed', () => {
    const { loops } = soundsOf(buildScene({ objects: [slider], frames: following(2200) }));
    expect(loops.map(({ start, end, sound }) => [start, end, sound.file])).toEqual([
      [2000, 2200, 'normal-sliderslide'],
      [2000, 2200, 'normal-sliderwhistle'],
    ]);
    expect(loops[0]!.steps.map(({ time }) => time)).toEqual([2000, 2100]);
  });
});

describe('the speed of samples [SF4]', () => {
  const objects = ['100,100,2000,6,2,L|300:100,2,200,0|8|4,1:0|2:0|0:3'];
  const events = ['Sample,1000,0,"a.wav",80'];
  const matching = ['SamplesMatchPlaybackRate: 1'];
  const doubleTime = lazerMods([{ acronym: 'DT', settings: { speed_change: 1.3 } }]);

  test.each<[string, SceneParts, { hits: number; storyboard: number }]>([
    ['stable keeps it under DT', { modBits: 64 }, { hits: 1, storyboard: 1 }],
    ['stable keeps it under NC', { modBits: 64 | 512 }, { hits: 1, storyboard: 1 }],
    ['stable follows DT if the map says so', { modBits: 64, general: matching }, { hits: 1.5, storyboard: 1.5 }],
    ['stable follows HT if the map says so', { modBits: 256, general: matching }, { hits: 0.75, storyboard: 0.75 }],
    ['stable keeps it without such mods', { general: matching }, { hits: 1, storyboard: 1 }],
    ['lazer keeps that of hits', { mods: doubleTime, general: matching }, { hits: 1, storyboard: 1.3 }],
  ])('%s', (_, parts, expected) => {
    const scene = buildScene({ objects, events, frames: following(4100), ...parts });
    const { events: heard, loops } = soundsOf(scene);
    const speedsOf = (pattern: RegExp) =>
      new Set(heard.filter(({ sound }) => pattern.test(sound.file)).map(({ speed }) => speed));
    expect(speedsOf(/hit(normal|clap|finish)|slidertick/)).toEqual(new Set([expected.hits]));
    expect(speedsOf(/a\.wav/)).toEqual(new Set([expected.storyboard]));
    expect(new Set(loops.flatMap(({ steps }) => steps.map(({ speed }) => speed)))).toEqual(new Set([expected.hits]));
  });
});

describe('a spinner', () => {
  const spinner = '256,192,2000,12,4,5000';
  const frames: Row[] = [[0, 306, 192, 0]];
  for (let t = 2000; t < 9000; t += 16) {
    const turn = (t - 2000) / 30;
    frames.push([t, 256 + 50 * Math.cos(turn), 192 + 50 * Math.sin(turn), t < 5000 ? 5 : 0]);
  }

  test('loops a sound of rising pitch while it turns', () => {
    const [loop, ...others] = soundsOf(buildScene({ objects: [spinner], frames })).loops;
    expect(others).toEqual([]);
    expect(loop?.sound.file).toBe('spinnerspin');
    const speeds = loop!.steps.map(({ speed }) => speed);
    expect(speeds[0]).toBeCloseTo(20_000 / 44_100);
    expect(speeds).toEqual([...speeds].sort((a, b) => a - b));
    expect(speeds.at(-1)).toBeLessThanOrEqual(100_000 / 44_100);
  });

  test('keeps its pitch if the skin says so', () => {
    const [loop] = soundsOf(buildScene({ objects: [spinner], frames, ini: ['SpinnerFrequencyModulate: 0'] })).loops;
    expect(new Set(loop!.steps.map(({ speed }) => speed))).toEqual(new Set([1]));
  });

  test('plays a sound for every bonus and one at its end', () => {
    const scene = buildScene({ objects: [spinner], frames });
    const events = soundsIn({ objects: [spinner], frames });
    const [play] = scene.play.objects;
    expect(play?.kind === 'spinner' && play.bonuses.length).toBeGreaterThan(0);
    expect(events.filter((event) => event.includes('spinnerbonus'))).toHaveLength(
      play?.kind === 'spinner' ? play.bonuses.length : 0,
    );
    expect(events.at(-1)).toMatch(/normal-hitfinish 1$/);
  });

  test('in lazer plays another sound for each turn beyond the last that gives a bonus, if the skin has one', () => {
    const fast = frames.map(([t, , , keys]): Row => {
      const turn = (t - 2000) / 20;
      return [t, 256 + 50 * Math.cos(turn), 192 + 50 * Math.sin(turn), keys];
    });
    const parts = { objects: [spinner], frames: fast, mods: lazerMods([]) };
    const counts = (skin: SceneParts['skin']) => {
      const bonuses = soundsIn({ ...parts, skin }).filter((event) => event.includes('spinnerbonus'));
      const beyond = bonuses.filter((event) => event.includes('spinnerbonus-max'));
      return [bonuses.length - beyond.length, beyond.length];
    };
    expect(counts({})).toEqual([10, 4]);
    expect(counts({ mute: ['spinnerbonus-max'] })).toEqual([14, 0]);
  });
});

describe('effects', () => {
  const stream = (count: number) => Array.from({ length: count + 1 }, (_, i) => `256,192,${1000 + i * 200},1,0`);
  const hits = (count: number) => presses(256, 192, ...Array.from({ length: count }, (_, i) => 1000 + i * 200));

  test.each([
    [20, 0],
    [21, 1],
  ])('breaking a combo of %d plays %d sounds', (combo, sounds) => {
    const events = soundsIn({ general: ['StackLeniency: 0'], objects: stream(combo), frames: hits(combo) });
    expect(events.filter((event) => event.includes('combobreak'))).toHaveLength(sounds);
  });

  test('the first break of a lazer play is heard, whatever its combo; later ones as in stable', () => {
    const events = soundsIn({
      general: ['StackLeniency: 0'],
      objects: stream(5),
      frames: presses(256, 192, 1200, 1400, 1800),
      mods: lazerMods([]),
    });
    expect(events.filter((event) => event.includes('combobreak'))).toEqual([expect.stringMatching(/^17\d\d /)]);
  });

  describe('of a combo of 30', () => {
    const map = { general: ['StackLeniency: 0'], frames: hits(40) };
    const numbered = Array.from({ length: 100 }, (_, i) => `comboburst-${i}`);
    const bursts = (parts: SceneParts) =>
      soundsIn({ ...map, objects: stream(40), ...parts }).filter((event) => event.includes('comboburst'));

    test.each<[string, string[], SceneParts]>([
      ['play the one sound of a skin', ['6800 comboburst 1'], { skin: { mute: numbered } }],
      ['play the first of numbered sounds', ['6800 comboburst-0 1'], {}],
      ['play also without images', ['6800 comboburst-0 1'], { options: { comboBursts: false } }],
      ['are silent in lazer', [], { mods: lazerMods([]) }],
      [
        'move to the combos that a skin chooses',
        ['1800 comboburst-0 1', '2800 comboburst-1 1'],
        { ini: ['CustomComboBurstSounds: 5,10'] },
      ],
    ])('%s: %j', (_, expected, parts) => {
      expect(bursts(parts)).toEqual(expected);
    });

    test.each([
      [28, 'a slider tick reaches it', []],
      [29, 'the head of a slider reaches it', ['6800 comboburst-0 1']],
    ])('after %d circles, if %s: %j', (circles, _, expected) => {
      const start = 1000 + circles * 200;
      const objects = [...stream(circles - 1), `256,192,${start},2,0,L|316:192,1,60`];
      const frames = hits(circles).map(([t, x, y, keys]): Row => [t, x, y, t >= start ? 5 : keys]);
      expect(bursts({ objects, frames, difficulty: ['SliderMultiplier:1', 'SliderTickRate:4'] })).toEqual(expected);
    });
  });

  test.each([
    [2879, []],
    [2880, ['4040 sectionpass 1']],
    [5760, ['6920 sectionpass 1']],
    [8000, ['8040 sectionpass 1']],
  ])('a break of %d ms plays %j', (length, expected) => {
    const end = 4020 + length;
    const parts = { objects: ['256,192,2000,5,0', `256,192,${end + 500},1,0`], events: [`2,4020,${end}`], frames: hit };
    expect(soundsIn(parts).filter((event) => event.includes('section'))).toEqual(expected);
  });

  test('a break of a lazer play has no section sound', () => {
    const parts = { objects: ['256,192,2000,5,0', '256,192,9500,1,0'], events: ['2,4020,9000'], frames: hit };
    const mods = lazerMods([{ acronym: 'HD', settings: {} }]);
    expect(soundsIn({ ...parts, mods }).filter((event) => event.includes('section'))).toEqual([]);
  });

  test('a finished play gets applause, a failed one does not', () => {
    const files = (frames: Row[]) =>
      soundsOf(buildScene({ objects: ['256,192,2000,5,0'], frames })).events.map(({ sound }) => sound.file);
    expect(files(hit)).toContain('applause');
    expect(
      files([
        [0, 0, 0, 0],
        [1000, 0, 0, 0],
      ]),
    ).toEqual(['failsound']);
  });

  test('a sound that the skin lacks is skipped', () => {
    expect(soundsIn({ objects: ['256,192,2000,5,2'], frames: hit, skin: { mute: ['normal-hitnormal'] } })).toEqual([
      '2010 normal-hitwhistle 0.85',
    ]);
  });
});

describe('nightcore', () => {
  test('a 4/4 bar has kick and clap on the beats, hats between, and a cymbal every four bars [SF5]', () => {
    expect(Array.from({ length: 8 }, (_, n) => drumsAt(n, { meter: 4, omitFirst: false }).join('+'))).toEqual([
      'finish+kick',
      'hat',
      'clap',
      'hat',
      'kick',
      'hat',
      'clap',
      'hat',
    ]);
    expect(drumsAt(31, { meter: 4, omitFirst: false })).not.toContain('finish');
    expect(drumsAt(32, { meter: 4, omitFirst: false })).toContain('finish');
  });

  test('a 3/4 bar has kick, clap and hats [SF5]', () => {
    expect(Array.from({ length: 6 }, (_, n) => drumsAt(n, { meter: 3, omitFirst: true }).join('+'))).toEqual([
      'kick',
      'hat',
      'hat',
      'clap',
      'hat',
      'hat',
    ]);
  });

  test('a bar of another length has only the cymbal [SF5]', () => {
    expect([0, 1, 2, 5].map((n) => drumsAt(n, { meter: 5, omitFirst: false }).join('+'))).toEqual([
      'finish',
      '',
      '',
      '',
    ]);
  });

  test.each([
    ['stable counts a bar of three beats as one of four', { modBits: 512 | 64 }, [0, 1000, 2000, 3000]],
    ['lazer knows bars of three beats', { mods: lazerMods([{ acronym: 'NC', settings: {} }]) }, [0, 1500, 3000]],
  ])('%s [SF5]', (_, mods, kicks) => {
    const events = soundsIn({ objects: ['256,192,4000,5,0'], timing: ['0,500,3,1,0,100,1,0'], ...mods });
    const heard = events.filter((event) => event.includes('nightcore-kick')).map((event) => Number.parseInt(event, 10));
    expect(heard).toEqual(kicks);
  });

  test('drums and metronome end in a map that lasts for weeks, however early its first timing point is', () => {
    const objects = ['256,192,10000,5,0', '256,192,2147483000,5,0'];
    const lazer = ['NC', 'MU'].map((acronym) => ({ acronym, settings: {} }));
    for (const parts of [{ modBits: 512 | 64 | 1 }, { mods: lazerMods(lazer) }]) {
      const { events } = soundsOf(buildScene({ objects, timing: ['-2147483000,500,4,1,0,100,1,0'], ...parts }));
      const times = events.filter(({ sound }) => /nightcore|banana/.test(sound.file)).map(({ time }) => time);
      expect(times.length).toBeGreaterThan(1000);
      expect(times.length).toBeLessThan(300_000);
      expect(times.some((time) => time > 10_000 && time < 20_000)).toBe(true);
    }
  });

  test('drums play only with the mod, and hats only with an even slider tick rate [SF6]', () => {
    const drums = (modBits: number, tickRate: number) =>
      new Set(
        soundsIn({
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
