import { describe, expect, test } from 'vitest';
import { mergeStoryboards, type Property, parseStoryboard, type StoryboardSprite } from './index.ts';

const parse = (...lines: string[]) => parseStoryboard(new TextEncoder().encode(['[Events]', ...lines].join('\n')));

const spriteWith = (...commands: string[]): StoryboardSprite =>
  parse('Sprite,Background,Centre,"a.png",320,240', ...commands).storyboard.sprites[0]!;

/** The commands of a property as rows: start, end, from, to. */
function rows(sprite: StoryboardSprite, property: Property): number[][] {
  return (sprite.timeline.tracks[property]?.parts ?? []).flatMap(({ commands, first, count }) =>
    Array.from({ length: count }, (_, i) => first + i).map((i) => [
      commands.starts[i]!,
      commands.ends[i]!,
      commands.from[i]!,
      commands.to[i]!,
    ]),
  );
}

describe('objects', () => {
  test.each([
    ['Sprite,Foreground,TopRight,"sb\\a.png",10,20', 'foreground', { x: 1, y: 0 }],
    ['4,3,3,"sb\\a.png",10,20', 'foreground', { x: 1, y: 0 }],
    ['sprite, overlay , centreleft ,sb/a.png,10,20', 'overlay', { x: 0, y: 0.5 }],
    ['Sprite,Nowhere,Nothing,"sb/a.png",10,20', 'background', { x: 0, y: 0 }],
  ])('parses layer and origin of %s by name or number', (line, layer, origin) => {
    const [sprite] = parse(line).storyboard.sprites;
    expect(sprite).toMatchObject({ layer, origin, file: 'sb/a.png', x: 10, y: 20, animation: null });
  });

  test.each([
    ['LoopForever', true],
    ['LoopOnce', false],
    ['0', true],
    ['1', false],
    ['16', true],
  ])('an animation of loop type %s loops: %s', (type, loops) => {
    const [sprite] = parse(`Animation,Pass,Centre,"a.png",1,2,10,108,${type}`).storyboard.sprites;
    expect(sprite?.animation).toEqual({ frames: 10, delay: 108, loops });
  });

  test('an animation (type 6) without a loop type loops', () => {
    expect(parse('6,2,1,"a.png",1,2,3,4').storyboard.sprites[0]?.animation).toEqual({
      frames: 3,
      delay: 4,
      loops: true,
    });
  });

  test('before format 6, delays are in frames of an old clock', () => {
    const bytes = new TextEncoder().encode('osu file format v5\n[Events]\nAnimation,0,1,"a.png",0,0,2,150');
    expect(parseStoryboard(bytes).storyboard.sprites[0]?.animation?.delay).toBeCloseTo(2 * 1.186 * 16.6667, 3);
  });

  test('samples are sorted by time and have volume 100 by default', () => {
    const { storyboard } = parse('Sample,500,Pass,"b.wav",40', '5,100,0,"a.wav"', 'Sample,x,0,"c.wav"');
    expect(storyboard.samples).toEqual([
      { time: 100, layer: 'background', file: 'a.wav', volume: 100 },
      { time: 500, layer: 'pass', file: 'b.wav', volume: 40 },
    ]);
  });

  test('a video may have its own fade', () => {
    const { storyboard } = parse('Video,-5678,"Video.avi",0,0', ' F,0,1500,1600,0,1');
    expect(storyboard.videos[0]).toMatchObject({ file: 'Video.avi', offset: -5678 });
    expect(storyboard.videos[0]?.timeline.lifetime).toEqual({ start: 1500, end: 1600 });
  });
});

test('an image in place of a video is not a video', () => {
  expect(parse('Video,0,"BG.jpg",0,0').storyboard.videos).toEqual([]);
});

describe('commands', () => {
  test.each<[string, Property, number[][]]>([
    [' F,0,100,200,0,1', 'alpha', [[100, 200, 0, 1]]],
    ['_F,0,100,200,0.5', 'alpha', [[100, 200, 0.5, 0.5]]],
    [' F,0,100,,1', 'alpha', [[100, 100, 1, 1]]],
    [' F,0,200,100,1', 'alpha', [[200, 200, 1, 1]]],
    [' M,0,0,10,1,2,3,4', 'x', [[0, 10, 1, 3]]],
    [' M,0,0,10,1,2,3,4', 'y', [[0, 10, 2, 4]]],
    [' MX,0,0,10,1,3', 'x', [[0, 10, 1, 3]]],
    [' MY,0,0,10,1,3', 'y', [[0, 10, 1, 3]]],
    [' S,0,0,10,1,3', 'scale', [[0, 10, 1, 3]]],
    [' V,0,0,10,1,2,3,4', 'scaleY', [[0, 10, 2, 4]]],
    [' R,0,0,10,-6,0.5', 'rotation', [[0, 10, -6, 0.5]]],
    [' C,0,0,10,255,128,0', 'green', [[0, 10, 128, 128]]],
    [' C,0,0,10,255,128,0,1,2,3', 'blue', [[0, 10, 0, 3]]],
    [' P,0,0,10,H', 'flipX', [[0, 10, 1, 0]]],
    [' P,0,0,,A', 'additive', [[0, 0, 1, 1]]],
  ])('parses the command %j', (line, property, expected) => {
    expect(rows(spriteWith(line), property)).toEqual(expected);
  });

  test('more than two values are further commands of the same duration [SB3]', () => {
    const sprite = spriteWith(' F,0,0,100,0,1,0,0.5', ' M,0,0,10,1,2,3,4,5,6');
    expect(rows(sprite, 'alpha')).toEqual([
      [0, 100, 0, 1],
      [100, 200, 1, 0],
      [200, 300, 0, 0.5],
    ]);
    expect(rows(sprite, 'y')).toEqual([
      [0, 10, 2, 4],
      [10, 20, 4, 6],
    ]);
    expect(sprite.timeline.lifetime).toEqual({ start: 0, end: 300 });
  });

  test('commands of a property are sorted by start, then by file order', () => {
    const sprite = spriteWith(' F,0,500,600,3', ' F,0,100,200,1', ' S,0,0,,9', ' F,0,500,700,4');
    expect(rows(sprite, 'alpha').map(([start, , from]) => [start, from])).toEqual([
      [100, 1],
      [500, 3],
      [500, 4],
    ]);
    expect(rows(sprite, 'scale')).toEqual([[0, 0, 9, 9]]);
  });

  test.each([' foo', ' F,0,now,,1', ' F,0,0,1', ' F,0,0,,x', ' P,0,0,,Z', ' T,Sneezing,0,1', ' L,x,2', ' S,0,3e9,,1'])(
    'skips %j with a warning',
    (line) => {
      const { storyboard, warnings } = parse('Sprite,0,0,"a.png",0,0', line);
      expect(storyboard.sprites[0]?.timeline).toEqual({ lifetime: null, tracks: {}, triggers: [] });
      expect(warnings).toEqual([
        { line: 3, message: expect.stringContaining('Skipped a malformed storyboard command') },
      ]);
    },
  );

  test('a comment may follow a command', () => {
    expect(rows(spriteWith(' S,0,1000,1500,0.5 // grows'), 'scale')).toEqual([[1000, 1500, 0.5, 0.5]]);
  });
});

describe('loops and triggers', () => {
  test('a loop keeps its start, period and count [SB5]', () => {
    const sprite = spriteWith(' L,1000,4', '  F,0,100,200,0,1', '  S,0,150,350,1,2', ' R,0,0,50,1');
    expect(sprite.timeline.tracks.alpha?.parts).toMatchObject([
      { count: 1, loop: { start: 1000, period: 250, count: 4 } },
    ]);
    expect(sprite.timeline.tracks.rotation?.parts).toMatchObject([{ loop: null }]);
    expect(sprite.timeline.lifetime).toEqual({ start: 0, end: 1000 + 350 + 3 * 250 });
  });

  test('a loop of a billion repetitions takes no more memory than one', () => {
    const sprite = spriteWith(' L,0,1000000000', '__F,0,0,100,0,1');
    expect(sprite.timeline.lifetime).toEqual({ start: 0, end: 100 * 1_000_000_000 });
  });

  test('the initial value of a property is that of its earliest command, in a loop or not', () => {
    expect(spriteWith(' F,0,2000,,0', ' L,1000,1', '  F,0,0,,1').timeline.tracks.alpha?.initial).toBe(1);
    expect(spriteWith(' F,0,900,,0', ' L,1000,1', '  F,0,0,,1').timeline.tracks.alpha?.initial).toBe(0);
  });

  test('a trigger has its own active time and tracks', () => {
    const { timeline } = spriteWith(
      ' T,HitSoundDrumFinish,500,900,2',
      '  F,0,0,300,1,0',
      ' T,Failing,0,1',
      '  S,0,0,,1',
    );
    expect(timeline.lifetime).toBeNull();
    expect(timeline.triggers).toMatchObject([
      { start: 500, end: 900, group: 2, duration: 300, tracks: { alpha: { initial: 1 } } },
      { on: { kind: 'failing' }, group: 0, tracks: { scale: { initial: 1 } } },
    ]);
  });

  const any = { kind: 'hit-sound', normalSet: null, additionSet: null, addition: null, index: null };
  test.each([
    ['HitSound', any],
    ['HitSoundSoft', { ...any, normalSet: 'soft' }],
    ['HitSoundClap', { ...any, addition: 'clap' }],
    ['HitSoundDrumWhistle', { ...any, additionSet: 'drum', addition: 'whistle' }],
    ['HitSoundAllSoftFinish3', { ...any, additionSet: 'soft', addition: 'finish', index: 3 }],
    ['HitSoundNormalDrum', { ...any, normalSet: 'normal', additionSet: 'drum' }],
    ['Passing', { kind: 'passing' }],
    ['HitObjectHit', { kind: 'hit-object-hit' }],
  ])('parses the trigger %s', (name, on) => {
    expect(spriteWith(` T,${name},0,1`, '  F,0,0,,1').timeline.triggers[0]?.on).toEqual(on);
  });
});

describe('variables', () => {
  const withVariables = (variables: string[], line: string) => {
    const text = ['[Variables]', ...variables, '[Events]', line].join('\r\n');
    return parseStoryboard(new TextEncoder().encode(text)).storyboard.sprites[0]!;
  };

  test('are replaced as plain text, whatever follows them [SB6]', () => {
    expect(withVariables(['$var=34'], 'Sprite,0,0,"a.png",$var56,240').x).toBe(3456);
  });

  test('the longest name wins, and a value is not replaced again [SB6]', () => {
    expect(withVariables(['$a=1', '$ab=2', '$c=$a'], 'Sprite,0,0,"$c.png",$ab,$a')).toMatchObject({
      file: '$a.png',
      x: 2,
      y: 1,
    });
  });

  test('a malformed line is skipped with a warning', () => {
    const { warnings } = parseStoryboard(new TextEncoder().encode('[Variables]\n$a=1\nfoo'));
    expect(warnings).toEqual([{ line: 3, message: 'Skipped a malformed variable: foo' }]);
  });

  test('cannot make a line grow without limit', () => {
    const sprite = withVariables([`$v=${'9'.repeat(60_000)}`], `Sprite,0,0,"${'$v'.repeat(20_000)}",0,0`);
    expect(sprite.file.length).toBeLessThan(70_000);
  });
});

describe('limits', () => {
  test.each([
    ['bytes', ' '.repeat(10 * 1024 * 1024 + 1)],
    ['characters in a line', ' '.repeat(70_000)],
    ['elements', 'Sprite,0,0,a,0,0\n'.repeat(100_001)],
    ['commands', `Sprite,0,0,a,0,0\n${` F,0,0,1${',1'.repeat(30_000)}\n`.repeat(70)}`],
  ])('refuses too many %s', (_, events) => {
    expect(() => parse(events)).toThrow(expect.objectContaining({ code: 'storyboard/too-large' }));
  });
});

test('the sprites of a map are behind those of its set [SB8]', () => {
  const map = parse('Sprite,0,0,"map.png",0,0', 'Sample,9,0,"m.wav"').storyboard;
  const set = parse('Sprite,0,0,"set.png",0,0', 'Sample,3,0,"s.wav"').storyboard;
  const merged = mergeStoryboards(map, set);
  expect(merged.sprites.map(({ file }) => file)).toEqual(['map.png', 'set.png']);
  expect(merged.samples.map(({ file }) => file)).toEqual(['s.wav', 'm.wav']);
});
