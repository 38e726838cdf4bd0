import { describe, expect, test } from 'vitest';
import { type ElementName, elements } from './elements.ts';
import { createSkin, type Skin, type SkinChoices } from './skin.ts';
import { parseSkinIni } from './skin-ini.ts';
import { createSkinSource, findSkinIni } from './skin-source.ts';

const iniOf = (text: string | null) => parseSkinIni(text === null ? null : new TextEncoder().encode(text)).ini;

interface Folders {
  beatmap?: string[];
  user?: string[];
  default?: string[];
  ini?: string;
}

function skinOf(folders: Folders, choices: SkinChoices = {}): Skin {
  const layers = {
    beatmap: folders.beatmap ? createSkinSource('beatmap', folders.beatmap, iniOf(null)) : null,
    user: folders.user ? createSkinSource('user', folders.user, iniOf(folders.ini ?? null)) : null,
    default: createSkinSource('default', folders.default ?? [], iniOf(null)),
  };
  return createSkin(layers, choices);
}

/** `user:hitcircle.png` for each frame. */
function filesOf(skin: Skin, name: ElementName): string[] {
  return (skin.element(name)?.frames ?? []).map(({ source, file }) => `${source}:${file}`);
}

test('ownCursor: false takes the cursor and its settings from the default skin', () => {
  const files = ['cursor.png', 'cursortrail.png', 'hitcircle.png'];
  const layers = {
    beatmap: createSkinSource('beatmap', ['cursor.png'], iniOf(null)),
    user: createSkinSource('user', files, iniOf('[General]\nCursorRotate: 0\nSliderBallFlip: 0')),
    default: createSkinSource('default', files, iniOf('[General]\nCursorRotate: 1')),
  };
  const skin = createSkin(layers, { ownCursor: false });
  expect(['cursor', 'cursortrail', 'hitcircle'].map((name) => filesOf(skin, name as ElementName)[0])).toEqual([
    'default:cursor.png',
    'default:cursortrail.png',
    'user:hitcircle.png',
  ]);
  expect(skin.ini).toMatchObject({ cursorRotate: true, sliderBallFlip: false });
  expect(createSkin(layers).ini.cursorRotate).toBe(false);
});

describe('where an element comes from [SK3]', () => {
  const everywhere = { beatmap: ['hitcircle.png'], user: ['hitcircle.png'], default: ['hitcircle.png'] };

  test.each<[string, Folders, string[]]>([
    ['the beatmap first', everywhere, ['beatmap:hitcircle.png']],
    ['the skin next', { ...everywhere, beatmap: [] }, ['user:hitcircle.png']],
    ['the default last', { ...everywhere, beatmap: [], user: [] }, ['default:hitcircle.png']],
    ['nowhere', {}, []],
    ['a name in any case', { user: ['HitCircle.PNG'] }, ['user:HitCircle.PNG']],
    ['no other extension', { user: ['hitcircle.jpg', 'hitcircle.wav'] }, []],
    ['no subfolder', { user: ['skin.ini', 'old/hitcircle.png'] }, []],
  ])('%s', (_, folders, files) => {
    expect(filesOf(skinOf(folders), 'hitcircle')).toEqual(files);
  });

  test('warning arrows never come from a beatmap', () => {
    const skin = skinOf({ beatmap: ['arrow-warning.png'], default: ['arrow-warning.png'] });
    expect(filesOf(skin, 'arrow-warning')).toEqual(['default:arrow-warning.png']);
  });

  test('a full-screen image may be a .jpg file', () => {
    expect(filesOf(skinOf({ user: ['pause-overlay.jpg'] }), 'pause-overlay')).toEqual(['user:pause-overlay.jpg']);
  });
});

describe('images of double resolution [SK4]', () => {
  test('are preferred and drawn at half size', () => {
    const skin = skinOf({ user: ['cursor.png', 'cursor@2x.png'] });
    expect(skin.element('cursor')?.frames).toEqual([{ source: 'user', file: 'cursor@2x.png', scale: 0.5 }]);
  });

  test('need no image of normal resolution', () => {
    expect(filesOf(skinOf({ user: ['cursor@2X.png'] }), 'cursor')).toEqual(['user:cursor@2X.png']);
  });

  test('are ignored in a beatmap', () => {
    const skin = skinOf({ beatmap: ['cursor@2x.png'], user: ['cursor.png'] });
    expect(skin.element('cursor')?.frames).toEqual([{ source: 'user', file: 'cursor.png', scale: 1 }]);
  });

  test('are chosen frame by frame', () => {
    const skin = skinOf({ user: ['followpoint-0.png', 'followpoint-1.png', 'followpoint-1@2x.png'] });
    expect(skin.element('followpoint')?.frames.map((frame) => frame.scale)).toEqual([1, 0.5]);
  });
});

describe('animations [SK5]', () => {
  test('are preferred over the single image of the same layer', () => {
    const skin = skinOf({ user: ['hit0.png', 'hit0-0.png', 'hit0-1.png', 'hit0-3.png'] });
    expect(filesOf(skin, 'hit0')).toEqual(['user:hit0-0.png', 'user:hit0-1.png']);
  });

  test('do not replace the single image of a layer with higher priority', () => {
    const skin = skinOf({ user: ['hit0.png'], default: ['hit0-0.png', 'hit0-1.png'] });
    expect(filesOf(skin, 'hit0')).toEqual(['user:hit0.png']);
  });

  test('start at 0', () => {
    expect(filesOf(skinOf({ user: ['hit0.png', 'hit0-1.png'] }), 'hit0')).toEqual(['user:hit0.png']);
  });

  test('of the slider ball have no dash in their file names', () => {
    const skin = skinOf({ user: ['sliderb0.png', 'sliderb1.png', 'sliderb-0.png'] });
    expect(filesOf(skin, 'sliderb')).toEqual(['user:sliderb0.png', 'user:sliderb1.png']);
  });

  test('exist only for elements that can be animated', () => {
    expect(filesOf(skinOf({ user: ['cursor-0.png', 'cursor-1.png'] }), 'cursor')).toEqual([]);
  });

  const frames = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}.png`);

  test.each<[string, ElementName, Folders, number | null]>([
    ['with all frames in one second', 'followpoint', { user: frames('followpoint-', 8) }, 8],
    ['at the rate of the skin', 'followpoint', { user: frames('followpoint-', 8), ini: 'AnimationFramerate: 30' }, 30],
    [
      'at 60 fps for hit bursts, regardless of the skin',
      'hit300',
      { user: frames('hit300-', 8), ini: 'AnimationFramerate: 30' },
      60,
    ],
    ['at 2 fps for the overlay', 'hitcircleoverlay', { user: frames('hitcircleoverlay-', 3) }, 2],
    ['as the scene decides for the slider ball', 'sliderb', { user: frames('sliderb', 10) }, null],
    ['not at all with a single frame', 'hit300', { user: frames('hit300-', 1) }, null],
  ])('run %s [SK6]', (_, name, folders, rate) => {
    expect(skinOf(folders).element(name)?.framesPerSecond).toBe(rate);
  });
});

test.each([
  [['hit100.png', 'hit100-0.png', 'hit100-1.png'], 'user:hit100.png'],
  [['hit100-0.png', 'hit100-1.png'], 'user:hit100-0.png'],
  [['hit50.png'], 'default:hit100.png'],
])('with the images %j, the results show %s', (user, file) => {
  const found = skinOf({ user, default: ['hit100.png', 'hit100-0.png'] }).still('hit100');
  expect(`${found?.source}:${found?.file}`).toBe(file);
});

test('an element that no layer has, has no still image', () => {
  expect(skinOf({ user: ['hit50.png'] }).still('hit100')).toBeNull();
});

describe('the colour of the key counts', () => {
  const ini = '[Colours]\nInputOverlayText: 255,255,255';
  const white = { r: 255, g: 255, b: 255 };
  const black = { r: 0, g: 0, b: 0 };
  test.each([
    [{ user: ['inputoverlay-key.png'] }, white],
    [{ user: ['inputoverlay-key@2x.png'] }, white],
    [{ user: ['inputoverlay-background.png'] }, black],
    [{ user: [], beatmap: ['inputoverlay-key.png'] }, white],
  ])('is that of the skin with the key: %j', (folders, colour) => {
    expect(skinOf({ ...folders, default: ['inputoverlay-key.png'], ini }).ini.colours.inputOverlayText).toEqual(colour);
  });
});

describe('elements that belong together [SK7]', () => {
  test.each<[ElementName, ElementName]>([
    ['hitcircle', 'sliderstartcircle'],
    ['hitcircle', 'sliderendcircle'],
    ['sliderb', 'sliderb-nd'],
    ['sliderb', 'sliderb-spec'],
    ['cursor', 'cursormiddle'],
    ['scorebar-bg', 'scorebar-marker'],
    ['hit300', 'particle300'],
  ])('the layer of %s determines the layer of %s', (leader, follower) => {
    const both = [`${leader}.png`, `${follower}.png`];
    expect(filesOf(skinOf({ user: [`${leader}.png`], default: both }), follower)).toEqual([]);
    expect(filesOf(skinOf({ user: [`${follower}.png`], default: both }), follower)).toEqual([
      `default:${follower}.png`,
    ]);
    expect(filesOf(skinOf({ user: both, default: both }), follower)).toEqual([`user:${follower}.png`]);
  });

  test("in stable, the user's slider circles and their overlays replace a beatmap's hit circle", () => {
    const user = [
      'hitcircle.png',
      'sliderstartcircle.png',
      'sliderstartcircleoverlay.png',
      'sliderendcircleoverlay.png',
    ];
    const skin = skinOf({ beatmap: ['hitcircle.png'], user }, { sliderCirclesReplaceBeatmaps: true });
    expect(filesOf(skin, 'hitcircle')).toEqual(['beatmap:hitcircle.png']);
    expect(filesOf(skin, 'sliderstartcircle')).toEqual(['user:sliderstartcircle.png']);
    expect(filesOf(skin, 'sliderstartcircleoverlay')).toEqual(['user:sliderstartcircleoverlay.png']);
    expect(filesOf(skin, 'sliderendcircleoverlay')).toEqual([]);
  });

  test("a beatmap's hit circle disables the user's slider circles and their overlays", () => {
    const user = ['hitcircle.png', 'sliderstartcircle.png', 'sliderstartcircleoverlay.png'];
    expect(filesOf(skinOf({ user }), 'sliderstartcircleoverlay')).toHaveLength(1);
    expect(filesOf(skinOf({ beatmap: ['hitcircle.png'], user }), 'sliderstartcircle')).toEqual([]);
    expect(filesOf(skinOf({ beatmap: ['hitcircle.png'], user }), 'sliderstartcircleoverlay')).toEqual([]);
  });

  test.each<[string, Folders, string | null]>([
    ['a background selects the old style', { user: ['spinner-background.png', 'spinner-top.png'] }, 'old'],
    [
      'a top without background selects the new style',
      { user: ['spinner-top.png'], default: ['spinner-background.png'] },
      'new',
    ],
    [
      'other images leave the choice to the next layer',
      { user: ['spinner-circle.png'], default: ['spinner-top.png'] },
      'new',
    ],
    ['no image', {}, null],
  ])('the spinner: %s [SK9]', (_, folders, style) => {
    expect(skinOf(folders).spinnerStyle).toBe(style);
  });
});

describe('fonts [SK8]', () => {
  test('come as a whole from the first layer with a digit 0', () => {
    const skin = skinOf({ user: ['score-0.png', 'score-x.png'], default: ['score-0.png', 'score-1.png'] });
    expect(skin.font('score')).toEqual({
      glyphs: {
        '0': { source: 'user', file: 'score-0.png', scale: 1 },
        x: { source: 'user', file: 'score-x.png', scale: 1 },
      },
      overlap: 0,
    });
  });

  test('use the prefix of their layer, with either slash and in any case', () => {
    const ini = '[Fonts]\nHitCirclePrefix: Fonts\\Hit\nHitCircleOverlap: 7';
    const user = ['skin.ini', 'fonts/hit-0@2x.png', 'default-0.png'];
    const named = skinOf({ user, default: ['default-0.png'], ini }).font('hitCircle');
    expect(named).toMatchObject({ glyphs: { '0': { file: 'fonts/hit-0@2x.png', scale: 0.5 } }, overlap: 7 });
    const inBeatmap = skinOf({ beatmap: ['default-0.png'], user, ini }).font('hitCircle');
    expect(inBeatmap).toMatchObject({ glyphs: { '0': { source: 'beatmap' } }, overlap: -2 });
  });

  test('a font without a digit 0 does not exist', () => {
    expect(skinOf({ user: ['scoreentry-1.png'] }).font('scoreEntry')).toBeNull();
    expect(skinOf({ user: ['scoreentry-0.png'] }).font('scoreEntry')).not.toBeNull();
  });
});

describe('the folder around a skin [SK10]', () => {
  test.each<[string, string[], string | null, boolean]>([
    ['no folder', ['skin.ini', 'hitcircle.png'], 'skin.ini', true],
    ['one folder', ['My Skin/Skin.ini', 'My Skin/hitcircle.png'], 'My Skin/Skin.ini', true],
    [
      'one folder and a text file beside it',
      ['My Skin/skin.ini', 'My Skin/hitcircle.png', 'read me.txt'],
      'My Skin/skin.ini',
      true,
    ],
    ['one folder without skin.ini', ['My Skin/hitcircle.png', 'My Skin/cursor.png'], null, true],
    ['two folders', ['a/skin.ini', 'a/b/skin.ini', 'a/b/hitcircle.png'], 'a/skin.ini', false],
    ['a skin inside another skin', ['skin.ini', 'spare/skin.ini', 'spare/hitcircle.png'], 'skin.ini', false],
    ['two folders side by side', ['a/hitcircle.png', 'b/cursor.png'], null, false],
  ])('%s', (_, user, ini, found) => {
    expect(findSkinIni(user)).toBe(ini);
    expect(skinOf({ user }).element('hitcircle') !== null).toBe(found);
  });
});

describe('sounds', () => {
  const clap = { set: 'soft', sound: 'hitclap' } as const;
  const beatmap = ['soft-hitclap.wav', 'soft-hitclap3.wav', 'boom.ogg'];
  const user = ['soft-hitclap.ogg', 'soft-hitclap2.wav'];
  const sound = (folders: Folders, name: { index: number; filename?: string }) => {
    const found = skinOf(folders).hitSound({ ...clap, ...name });
    return found && `${found.source}:${found.file}`;
  };

  test.each([
    ['0 ignores the beatmap', 0, 'user:soft-hitclap.ogg'],
    ['1 is the unnumbered sound of the beatmap', 1, 'beatmap:soft-hitclap.wav'],
    ['3 is the numbered sound of the beatmap', 3, 'beatmap:soft-hitclap3.wav'],
    ['2, which the beatmap lacks, is the sound of the skin', 2, 'user:soft-hitclap.ogg'],
  ])('index %s [SF1]', (_, index, file) => {
    expect(sound({ beatmap, user }, { index })).toBe(file);
  });

  test('a custom file replaces the hit sound, also with another extension, unless it is missing [SF2]', () => {
    expect(sound({ beatmap, user }, { index: 0, filename: 'Boom.ogg' })).toBe('beatmap:boom.ogg');
    expect(sound({ beatmap, user }, { index: 0, filename: 'boom.wav' })).toBe('beatmap:boom.ogg');
    expect(sound({ beatmap, user }, { index: 1, filename: 'bang.wav' })).toBe('beatmap:soft-hitclap.wav');
  });

  test.each([
    [['x.mp3', 'x.ogg', 'x.wav'], 'x.wav'],
    [['x.mp3', 'x.ogg'], 'x.ogg'],
    [['x.mp3'], 'x.mp3'],
  ])('of %j, %s is played [SF3]', (files, file) => {
    expect(skinOf({ user: files }).sound('x')).toEqual({ source: 'user', file });
  });

  test('any other sound comes from the first layer that has it', () => {
    const skin = skinOf({ beatmap: ['combobreak.wav'], default: ['combobreak.wav', 'applause.mp3'] });
    expect(skin.sound('combobreak')?.source).toBe('beatmap');
    expect(skin.sound('applause')?.source).toBe('default');
    expect(skin.sound('failsound')).toBeNull();
  });
});

test('no element depends on itself through other elements', () => {
  for (const name of Object.keys(elements) as ElementName[]) {
    const leaders = new Set<ElementName>();
    for (let at: ElementName | undefined = name; at !== undefined; at = elements[at].with) {
      expect(leaders.has(at)).toBe(false);
      leaders.add(at);
    }
  }
});
