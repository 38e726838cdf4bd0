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
    ['skin', ini.name || 'without a name'],
    ['author', ini.author || 'unknown'],
    ['version', ini.version],
    ['framerate', ini.animationFramerate ?? 'all frames in a second'],
    ['combos', colours.combos.map(rgb).join(' ')],
    ['slider border', rgb(colours.sliderBorder)],
    ['slider track', colours.sliderTrackOverride === null ? 'of the combo' : rgb(colours.sliderTrackOverride)],
    [
      'fonts',
      Object.values(fonts)
        .map(({ prefix, overlap }) => `${prefix} (overlap ${overlap})`)
        .join(', '),
    ],
    ['warnings', warnings.length, warnings.map((warning) => [warning, ''])],
  ];
}

/** Which elements of the gameplay a skin brings along. */
export function skinElementFacts(files: readonly string[], { ini }: ParsedSkinIni): Facts {
  const skin = createSkin({ beatmap: null, user: null, default: createSkinSource('default', files, ini) });
  const names = Object.keys(elements) as ElementName[];
  const found = names.flatMap((name) => skin.element(name) ?? []);
  return [
    ['elements', `${found.length} of ${names.length}`],
    ['animated', found.filter(({ frames }) => frames.length > 1).length],
    ['at twice the size', found.filter(({ frames }) => frames[0].scale === 0.5).length],
    ['spinner', skin.spinnerStyle ?? 'none'],
  ];
}

function rgb({ r, g, b }: Rgb): string {
  return `${r},${g},${b}`;
}
