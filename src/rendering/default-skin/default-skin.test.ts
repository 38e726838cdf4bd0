import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSkin,
  createSkinSource,
  type ElementName,
  elements,
  findSkinIni,
  parseSkinIni,
  type Skin,
} from '../../game/skin/index.ts';
import { pictures } from './art/index.ts';
import { toPng } from './art/picture.ts';
import { writeSkin } from './index.ts';

/** Drawn by other means, of the old spinner and health bar, or never seen in a video. */
const leftOut: readonly ElementName[] = [
  ...(['sliderstartcircle', 'sliderstartcircleoverlay', 'sliderendcircle', 'sliderendcircleoverlay'] as const),
  ...(['spinner-background', 'spinner-circle', 'spinner-metre', 'spinner-osu'] as const),
  ...(['scorebar-ki', 'scorebar-kidanger', 'scorebar-kidanger2'] as const),
  ...(['comboburst', 'fail-background', 'pause-overlay'] as const),
];

let folder: string;
let files: string[];
let skin: Skin;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-skin-'));
  await writeSkin(folder);
  files = readdirSync(folder);
  const { ini } = parseSkinIni(readFileSync(join(folder, findSkinIni(files)!)));
  skin = createSkin({ beatmap: null, user: null, default: createSkinSource('default', files, ini) });
});

afterAll(() => rmSync(folder, { recursive: true }));

test('its skin.ini is read without a warning', () => {
  const { ini, warnings } = parseSkinIni(readFileSync(join(folder, 'skin.ini')));
  expect(warnings).toEqual([]);
  expect(ini).toMatchObject({ name: 'Reprise', version: 2.7 });
  expect(ini.colours.combos).toHaveLength(5);
});

test('it has every element of the game except those listed', () => {
  const absent = (Object.keys(elements) as ElementName[]).filter((name) => skin.element(name) === null);
  expect(absent.sort()).toEqual([...leftOut].sort());
});

test('its spinner has the new style', () => {
  expect(skin.spinnerStyle).toBe('new');
});

test.each(['hitCircle', 'score', 'combo'] as const)('the %s font has digits of one size', async (name) => {
  const font = skin.font(name)!;
  const sizes = await Promise.all(
    Array.from('0123456789' as const, async (digit) => {
      const { width, height } = await loadImage(join(folder, font.glyphs[digit as '0']!.file));
      return `${width}×${height}`;
    }),
  );
  expect(new Set(sizes).size).toBe(1);
});

test('fonts for numbers with signs have the signs', () => {
  for (const name of ['score', 'combo', 'scoreEntry'] as const) {
    expect(Object.keys(skin.font(name)!.glyphs)).toEqual(expect.arrayContaining(['.', ',', '%', 'x']));
  }
});

describe('sizes', () => {
  test('images have double density and reasonable sizes', async () => {
    for (const file of files.filter((name) => name.endsWith('.png'))) {
      expect(file).toMatch(/@2x\.png$/);
      const { width, height } = await loadImage(join(folder, file));
      expect(Math.min(width, height), file).toBeGreaterThanOrEqual(8);
      expect(Math.max(width, height), file).toBeLessThanOrEqual(1500);
    }
  });

  test.each(['hitcircle', 'hitcircleoverlay', 'reversearrow'])('%s is 128 skin pixels, as skins have it', (name) => {
    expect(pictures[name]).toMatchObject({ width: 128, height: 128 });
  });
});

test('it is deterministic', () => {
  for (const name of ['hitcircle', 'default-3', 'ranking-S', 'hit300g']) {
    expect(toPng(pictures[name]!).equals(readFileSync(join(folder, `${name}@2x.png`))), name).toBe(true);
  }
});
