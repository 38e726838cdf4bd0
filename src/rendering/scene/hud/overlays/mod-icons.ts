import { modLabel } from '../../../../game/mods/index.ts';
import type { ElementName } from '../../../../game/skin/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { Drawn } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawBox, drawLabel, drawPicture, type Ui } from '../ui.ts';

/** The mods as icons, or as badges with their two letters where the skin has no icon. */
export interface ModIcons {
  readonly icons: readonly ModIcon[];
  readonly starts: Millis;
}

export interface ModIcon {
  readonly acronym: string;
  readonly icon: Drawn | null;
  /** What it was set to, below it. */
  readonly label: readonly string[];
}

const spacing = 80;
const popEveryMs = 500;
const popMs = 400;
/** From the middle of an icon to the first line of its label, and from line to line. */
export const labelled = { below: 44, size: 16, line: 17 };
const badge = { width: 56, height: 36, letters: 22 };

const elementOf: Readonly<Record<string, ElementName>> = {
  AT: 'selection-mod-autoplay',
  CN: 'selection-mod-cinema',
  DT: 'selection-mod-doubletime',
  EZ: 'selection-mod-easy',
  FL: 'selection-mod-flashlight',
  HT: 'selection-mod-halftime',
  HR: 'selection-mod-hardrock',
  HD: 'selection-mod-hidden',
  NC: 'selection-mod-nightcore',
  NF: 'selection-mod-nofail',
  PF: 'selection-mod-perfect',
  RX: 'selection-mod-relax',
  AP: 'selection-mod-relax2',
  V2: 'selection-mod-scorev2',
  SV2: 'selection-mod-scorev2',
  SO: 'selection-mod-spunout',
  SD: 'selection-mod-suddendeath',
  TP: 'selection-mod-target',
  TD: 'selection-mod-touchdevice',
};

const harder = { r: 214, g: 72, b: 72 };
const easier = { r: 96, g: 168, b: 72 };
const other = { r: 96, g: 110, b: 190 };
const colours: Readonly<Record<string, Rgb>> = {
  ...Object.fromEntries(['HR', 'SD', 'PF', 'DT', 'NC', 'HD', 'FL', 'BL', 'ST', 'AC'].map((mod) => [mod, harder])),
  ...Object.fromEntries(['EZ', 'NF', 'HT', 'DC'].map((mod) => [mod, easier])),
};

export function createModIcons({ mods, pictures }: SceneInput, starts: Millis): ModIcons {
  const icons = mods.acronyms.map((acronym) => {
    const element = elementOf[acronym];
    const icon = element === undefined ? null : (pictures.element(element)?.frames[0] ?? null);
    return { acronym, icon, label: modLabel(mods, acronym) };
  });
  return { icons, starts };
}

/** They come one after the other and stay, as they do in replays. */
export function drawModIcons(list: DisplayList, ui: Ui, { icons, starts }: ModIcons, t: Millis): void {
  const elapsedMs = (t - starts) / ui.clockRate;
  for (const [i, mod] of icons.entries()) {
    const popped = outQuad(progressBetween(elapsedMs, i * popEveryMs, i * popEveryMs + popMs));
    drawModIcon(list, ui, mod, {
      x: ui.viewport.uiWidth - 48 - (icons.length - 1 - i) * spacing,
      y: 150,
      scale: lerp(2, 1, popped),
      alpha: popped,
    });
  }
}

export function drawModIcon(list: DisplayList, ui: Ui, mod: ModIcon, place: ModPlace): void {
  if (mod.icon) drawPicture(list, ui, mod.icon, { ...place, still: (place.scale ?? 1) === 1 });
  else drawBadge(list, ui, mod.acronym, place);
  for (const [i, text] of mod.label.entries()) {
    const y = place.y + labelled.below + i * labelled.line;
    drawLabel(list, ui, text, { x: place.x, y, size: labelled.size, align: 'centre', alpha: place.alpha ?? 1 });
  }
}

interface ModPlace {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly alpha?: number;
}

function drawBadge(list: DisplayList, ui: Ui, acronym: string, { x, y, scale = 1, alpha = 1 }: ModPlace): void {
  const [width, height] = [badge.width * scale, badge.height * scale];
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  drawBox(list, ui, box, { colour: colours[acronym] ?? other, alpha: alpha * 0.9 });
  drawLabel(list, ui, acronym, { x, y: y + badge.letters * 0.36, size: badge.letters, align: 'centre', alpha });
}
