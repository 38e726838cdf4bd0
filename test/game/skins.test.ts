import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openArchive, skinArchiveLimits } from '../../src/game/archive/index.ts';
import {
  createSkin,
  createSkinSource,
  type ElementName,
  elements,
  findSkinIni,
  parseSkinIni,
  type Skin,
} from '../../src/game/skin/index.ts';
import { sharedData } from '../support/files/shared-data.ts';

const folder = sharedData === null ? null : join(sharedData, 'skins');
if (folder === null) console.log('No shared data: real skins are not tested.');

/** Counted by hand in the folders. */
interface Facts {
  files: number;
  name: string;
  version: number;
  combos: number;
  /** Gameplay elements, and how many of them have a first image of double resolution. */
  elements: [all: number, doubled: number];
  animated: Record<string, [frames: number, framesPerSecond: number | null]>;
  spinner: 'old' | 'new' | null;
  /** Glyphs of the hit circle, score, combo and score entry fonts. */
  glyphs: [number, number, number, number];
}

const nothing = { elements: [0, 0], animated: {}, spinner: null, glyphs: [0, 0, 0, 0] } satisfies Partial<Facts>;

const facts: Record<string, Facts> = {
  'an-osu-skin': {
    files: 85,
    name: 'lite nomod 2.0',
    version: 2.7,
    combos: 2,
    elements: [31, 10],
    animated: { hit300: [2, 60], hit300g: [2, 60] },
    spinner: 'new',
    glyphs: [10, 0, 0, 0],
  },
  'argon-invalid-drawable': {
    ...nothing,
    files: 4,
    name: 'osu! "argon" (2022) (modified) (3)',
    version: 2.7,
    combos: 4,
  },
  'classic-legacy-default': {
    files: 158,
    name: '',
    version: 2.7,
    combos: 4,
    elements: [64, 64],
    animated: { sliderb: [10, null] },
    spinner: 'new',
    glyphs: [10, 14, 14, 14],
  },
  'conflicting-filenames-skin': {
    ...nothing,
    files: 3,
    name: 'conflicting-filenames-skin',
    version: 1,
    combos: 4,
    elements: [1, 0],
  },
  'metrics-skin': { ...nothing, files: 15, name: '', version: 2.7, combos: 4, elements: [15, 15], spinner: 'old' },
  'modified-classic-20220723': { ...nothing, files: 5, name: 'osu!classic (modified)', version: 1, combos: 4 },
  'modified-default-20220818': { ...nothing, files: 4, name: 'osu! (triangles) (modified)', version: 1, combos: 4 },
  'ogg-skin': { ...nothing, files: 2, name: 'ogg-skin', version: 1, combos: 4 },
  'skin-with-subfolder-zip-entries': {
    ...nothing,
    files: 3,
    name: 'Totally fully features skin [Real Skin with Real Features]',
    version: 2.7,
    combos: 4,
  },
  'st-saint': {
    files: 164,
    name: 'clearBlack [User]',
    version: 2.7,
    combos: 5,
    elements: [38, 9],
    animated: { followpoint: [10, 10] },
    spinner: 'old',
    glyphs: [10, 14, 14, 0],
  },
};

const archives = folder === null ? [] : readdirSync(folder).filter((file) => file.endsWith('.osk'));

test('the table has every skin of the shared data', () => {
  const names = archives.map((file) => file.replace('.osk', ''));
  expect(names.sort()).toEqual(folder === null ? [] : Object.keys(facts).sort());
});

if (folder !== null) {
  test.each(Object.entries(facts))('%s has the elements of its folder', (name, expected) => {
    const archive = openArchive(readFileSync(join(folder, `${name}.osk`)), skinArchiveLimits);
    const files = archive.entries.map((entry) => entry.name);
    const iniName = findSkinIni(files);
    const { ini, warnings } = parseSkinIni(iniName === null ? null : archive.read(iniName));
    const skin = createSkin({ beatmap: null, user: null, default: createSkinSource('default', files, ini) });
    expect(warnings).toEqual([]);
    expect({
      files: files.length,
      name: ini.name,
      version: ini.version,
      combos: ini.colours.combos.length,
      ...elementFacts(skin),
      spinner: skin.spinnerStyle,
      glyphs: (['hitCircle', 'score', 'combo', 'scoreEntry'] as const).map(
        (font) => Object.keys(skin.font(font)?.glyphs ?? {}).length,
      ),
    }).toEqual(expected);
  });

  test('reads every entry of every skin', () => {
    for (const name of Object.keys(facts)) {
      const archive = openArchive(readFileSync(join(folder, `${name}.osk`)), skinArchiveLimits);
      for (const { name: file, bytes } of archive.entries) expect(archive.read(file)?.length).toBe(bytes);
    }
  });

  test.each([
    ['skin.ini', 2.5, 'Assets/default/default', 140, [164, 230, 100, 130]],
    ['skin-2.ini', 2.7, 'fonts/hitcircle/default', 10, [255]],
    ['skin-3.ini', 2.7, 'default', 159, [255, 255]],
    ['skin-5.ini', 2.7, 'default', -2, [255, 224, 131, 88]],
    ['mydefault.ini', 2, 'default', -2, [255, 0, 18, 242]],
    ['nitw.ini', 2.7, 'default', -2, [255, 0]],
    ['skinious.ini', 2.7, 'default', 8, [255, 5]],
  ])('parses the unusual file %s', (file, version, prefix, overlap, reds) => {
    const { ini, warnings } = parseSkinIni(readFileSync(join(folder, 'skin-ini-variants', file)));
    expect(warnings).toEqual([]);
    expect(ini).toMatchObject({ version, fonts: { hitCircle: { prefix, overlap } } });
    expect(ini.colours.combos.map((combo) => combo.r)).toEqual(reds);
  });
}

function elementFacts(skin: Skin): Pick<Facts, 'elements' | 'animated'> {
  const found = (Object.keys(elements) as ElementName[]).flatMap((name) => {
    const element = skin.element(name);
    return element === null ? [] : [{ name, element }];
  });
  const animated = found.filter(({ element }) => element.frames.length > 1);
  return {
    elements: [found.length, found.filter(({ element }) => element.frames[0].scale === 0.5).length],
    animated: Object.fromEntries(
      animated.map(({ name, element }) => [name, [element.frames.length, element.framesPerSecond]]),
    ),
  };
}
