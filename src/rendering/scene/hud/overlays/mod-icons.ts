import { modLabel } from '../../../../game/mods/index.ts';
import type { ElementName } from '../../../../game/skin/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawBox, drawImage, drawLabel, type Ui } from '../ui.ts';

/** The mods as icons, or as badges with their acronym if the skin has no icon. */
export interface ModIcons {
  readonly icons: readonly ModIcon[];
  readonly opensAt: Millis;
}

/** One mod's icon and label. */
export interface ModIcon {
  readonly acronym: string;
  readonly icon: SizedImage | null;
  /** Its settings, one line each, below the icon. */
  readonly label: readonly string[];
}

const spacing = 80;
const popEveryMs = 500;
const popMs = 400;
/** The distance from an icon's centre to the first line of its label, and between lines. */
export const labelLayout = { below: 44, size: 16, line: 17 };
const badge = { width: 56, height: 36, textSize: 22 };

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

const harderColour = { r: 214, g: 72, b: 72 };
const easierColour = { r: 96, g: 168, b: 72 };
const otherColour = { r: 96, g: 110, b: 190 };
const colours: Readonly<Record<string, Rgb>> = {
  ...Object.fromEntries(['HR', 'SD', 'PF', 'DT', 'NC', 'HD', 'FL', 'BL', 'ST', 'AC'].map((mod) => [mod, harderColour])),
  ...Object.fromEntries(['EZ', 'NF', 'HT', 'DC'].map((mod) => [mod, easierColour])),
};

/** Looks up the icons of the mods. */
export function createModIcons({ mods, pictures }: SceneInput, opensAt: Millis): ModIcons {
  const icons = mods.acronyms.map((acronym) => {
    const element = elementOf[acronym];
    const icon = element === undefined ? null : pictures.image(element);
    return { acronym, icon, label: modLabel(mods, acronym) };
  });
  return { icons, opensAt };
}

/** Draws the icons; they appear one after the other and stay. */
export function drawModIcons(list: DisplayList, ui: Ui, { icons, opensAt }: ModIcons, t: Millis): void {
  const elapsedMs = (t - opensAt) / ui.clockRate;
  for (const [i, mod] of icons.entries()) {
    const popProgress = outQuad(progressBetween(elapsedMs, i * popEveryMs, i * popEveryMs + popMs));
    drawModIcon(list, ui, mod, {
      x: ui.viewport.uiWidth - 48 - (icons.length - 1 - i) * spacing,
      y: 150,
      scale: lerp(2, 1, popProgress),
      alpha: popProgress,
    });
  }
}

/** Draws one mod's icon or badge, with its label. */
export function drawModIcon(list: DisplayList, ui: Ui, mod: ModIcon, position: ModPosition): void {
  if (mod.icon) drawImage(list, ui, mod.icon, { ...position, still: (position.scale ?? 1) === 1 });
  else drawBadge(list, ui, mod.acronym, position);
  for (const [i, text] of mod.label.entries()) {
    const y = position.y + labelLayout.below + i * labelLayout.line;
    drawLabel(list, ui, text, {
      x: position.x,
      y,
      size: labelLayout.size,
      align: 'centre',
      alpha: position.alpha ?? 1,
    });
  }
}

interface ModPosition {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly alpha?: number;
}

function drawBadge(list: DisplayList, ui: Ui, acronym: string, { x, y, scale = 1, alpha = 1 }: ModPosition): void {
  const [width, height] = [badge.width * scale, badge.height * scale];
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  drawBox(list, ui, box, { colour: colours[acronym] ?? otherColour, alpha: alpha * 0.9 });
  drawLabel(list, ui, acronym, { x, y: y + badge.textSize * 0.36, size: badge.textSize, align: 'centre', alpha });
}
