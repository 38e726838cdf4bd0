import {
  createSkin,
  createSkinSource,
  type ElementName,
  elements,
  type ParsedSkinIni,
  parseSkinIni,
} from '../../game/skin/index.ts';
import type { Rgb } from '../../game/units.ts';
import type { Inspection } from './inspection.ts';
import type { Facts } from './outline.ts';

export function inspectSkinIni(bytes: Uint8Array): Inspection {
  return { facts: skinIniFacts(parseSkinIni(bytes)), refusal: null };
}

export function skinIniFacts({ ini, warnings }: ParsedSkinIni): Facts {
  const { colours, fonts } = ini;
  return [
    ['skin', ini.name || 'unnamed'],
    ['author', ini.author || 'unknown'],
    ['version', ini.version],
    ['framerate', ini.animationFramerate ?? 'one cycle per second'],
    ['combos', colours.combos.map(rgb).join(' ')],
    ['slider border', rgb(colours.sliderBorder)],
    ['slider track', colours.sliderTrackOverride === null ? 'combo colour' : rgb(colours.sliderTrackOverride)],
    [
      'fonts',
      Object.values(fonts)
        .map(({ prefix, overlap }) => `${prefix} (overlap ${overlap})`)
        .join(', '),
    ],
    ['warnings', warnings.length, warnings.map((warning) => [warning, ''])],
  ];
}

/** Counts the gameplay elements that a skin contains. */
export function skinElementFacts(files: readonly string[], { ini }: ParsedSkinIni): Facts {
  const skin = createSkin({ beatmap: null, user: null, default: createSkinSource('default', files, ini) });
  const names = Object.keys(elements) as ElementName[];
  const found = names.flatMap((name) => skin.element(name) ?? []);
  return [
    ['elements', `${found.length} of ${names.length}`],
    ['animated', found.filter(({ frames }) => frames.length > 1).length],
    ['high-resolution (@2x)', found.filter(({ frames }) => frames[0].scale === 0.5).length],
    ['spinner', skin.spinnerStyle ?? 'none'],
  ];
}

function rgb({ r, g, b }: Rgb): string {
  return `${r},${g},${b}`;
}
