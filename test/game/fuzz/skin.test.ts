import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createSkin,
  createSkinSource,
  type ElementName,
  elements,
  parseSkinIni,
} from '../../../src/game/skin/index.ts';
import { fuzz, fuzzCases } from '../../support/files/fuzz.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { startCpuClock } from '../../support/processes/cpu-clock.ts';

const timeLimitMs = 300_000 * Math.max(1, fuzzCases / 2000);

const generated = `[General]
Name: Fuzzed
Author: Nobody
Version: 2.5
AnimationFramerate: 60
CursorRotate: 0
HitCircleOverlayAboveNumer: 0

[Colours]
Combo1: 255,105,125 // red
Combo2: 13, 19, 33
SliderBorder: 200,200,200
SliderTrackOverride: 0,0,0

[Fonts]
HitCirclePrefix: fonts\\hit\\default
HitCircleOverlap: 10
ScorePrefix: score

[Mania]
Keys: 4
ColumnWidth: 30,25,25,30
`;

function realInis(): Uint8Array[] {
  if (sharedData === null) {
    console.log('No shared data: only a generated skin.ini is mutated.');
    return [];
  }
  const folder = join(sharedData, 'skins/skin-ini-variants');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ini'))
    .sort()
    .map((name) => new Uint8Array(readFileSync(join(folder, name))));
}

const files = ['hitcircle.png', 'hitcircle@2x.png', 'hit0-0.png', 'fonts/hit/default-0.png', 'score-0.png'];

/** Parses the settings and looks up everything that depends on them. */
function useSkin(bytes: Uint8Array): void {
  const { ini, warnings } = parseSkinIni(bytes);
  const skin = createSkin({ beatmap: null, user: null, default: createSkinSource('default', files, ini) });
  for (const name of Object.keys(elements) as ElementName[]) {
    const rate = skin.element(name)?.framesPerSecond ?? 1;
    if (!(rate > 0 && Number.isFinite(rate))) throw new Error(`${name} would run at ${rate} frames per second.`);
  }
  for (const font of ['hitCircle', 'score', 'combo', 'scoreEntry'] as const) {
    const overlap = skin.font(font)?.overlap ?? 0;
    if (!Number.isFinite(overlap)) throw new Error(`The font ${font} would overlap by ${overlap}.`);
  }
  for (const { r, g, b } of ini.colours.combos) {
    for (const channel of [r, g, b]) {
      if (!(channel >= 0 && channel <= 255)) throw new Error(`A combo has a channel of ${channel}.`);
    }
  }
  // The number of warnings must not grow with the file.
  if (warnings.length > 100) throw new Error(`${warnings.length} warnings.`);
}

test('a mutated skin.ini gives valid settings', { timeout: timeLimitMs }, async () => {
  const report = await fuzz({ samples: [new TextEncoder().encode(generated), ...realInis()], read: useSkin });
  console.log(JSON.stringify(report));
  // The parser is as lenient as the game and refuses no skin.ini.
  expect(report).toMatchObject({ accepted: fuzzCases, refused: 0 });
  expect(report.slowestMs).toBeLessThan(1000);
  expect(report.memoryMb).toBeLessThan(256);
});

test.each([
  ['a line without end', () => `Name: ${'x'.repeat(4 * 1024 * 1024)}`],
  ['a million keys', () => Array.from({ length: 1_000_000 }, (_, i) => `k${i}: ${i}`).join('\n')],
  ['a million sections', () => Array.from({ length: 1_000_000 }, (_, i) => `[${i}]`).join('\n')],
  ['a million colours', () => `[Colours]\nCombo1: ${'255,'.repeat(1_000_000)}`],
])('parses a skin.ini with %s', (_, text) => {
  const bytes = new TextEncoder().encode(text());
  const cpuMs = startCpuClock();
  useSkin(bytes);
  expect(cpuMs()).toBeLessThan(1000);
});
