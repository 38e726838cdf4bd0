import type { HealthLine } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { clamp01, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import {
  createSmoothedValue,
  type SmoothedValue,
  smoothedAt,
  smoothedHealthLine,
} from '../../animation/smoothed-value.ts';
import { lastAtOrBefore, type Tween, tweenAt } from '../../animation/tween.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { type Drawn, type DrawnElement, frameOf } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawPicture, topLeft, type Ui } from '../ui.ts';

/** The bar at the top left, in the style of a marker (new) or of the faces called ki (old). */
export interface HealthBar {
  readonly shown: SmoothedValue;
  /** When health was given. */
  readonly gains: Float64Array;
  readonly frame: Drawn | null;
  readonly colour: DrawnElement | null;
  readonly marker: Drawn | null;
  /** Well, in danger, near the end. */
  readonly faces: readonly (Drawn | null)[];
}

const styles = {
  marker: { x: 12, y: 12.5, iconY: 17 },
  faces: { x: 4.8, y: 16, iconY: 16 },
};
const danger = 0.5;
const lastDanger = 0.2;
/** Out of the way by this far in breaks. */
const slide = 60;

export function createHealthBar({ play, pictures }: SceneInput): HealthBar {
  const drawn = (
    name: 'scorebar-bg' | 'scorebar-marker' | 'scorebar-ki' | 'scorebar-kidanger' | 'scorebar-kidanger2',
  ) => pictures.element(name)?.frames[0] ?? null;
  return {
    shown: createSmoothedValue(smoothedHealthLine(play.health), {
      up: 3 / 4,
      down: 5 / 6,
      clockRate: play.map.clockRate,
    }),
    gains: gainsOf(play.health),
    frame: drawn('scorebar-bg'),
    colour: pictures.element('scorebar-colour'),
    marker: drawn('scorebar-marker'),
    faces: [drawn('scorebar-ki'), drawn('scorebar-kidanger'), drawn('scorebar-kidanger2')],
  };
}

export function drawHealthBar(list: DisplayList, ui: Ui, bar: HealthBar, presence: Tween, t: Millis): void {
  const present = tweenAt(presence, t);
  if (present === 0) return;
  const health = clamp01(smoothedAt(bar.shown, t));
  const style = bar.marker ? styles.marker : styles.faces;
  const y = -slide * (1 - present);
  const still = present === 1;
  const tint = bar.marker ? colourOf(health) : undefined;
  if (bar.frame) drawPicture(list, ui, bar.frame, { x: 0, y, origin: topLeft, alpha: present, still });
  const fill = bar.colour && frameOf(bar.colour, t / ui.clockRate);
  if (fill) {
    const crop = { left: 0, top: 0, width: health, height: 1 };
    drawPicture(list, ui, fill, { x: style.x, y: y + style.y, origin: topLeft, crop, tint, alpha: present, still });
  }
  const icon = bar.marker ?? bar.faces[health < lastDanger ? 2 : health < danger ? 1 : 0];
  if (!icon) return;
  const additive = bar.marker !== null && health >= danger;
  const place = { x: style.x + (fill?.width ?? 0) * health, y: y + style.iconY, tint, additive };
  const sinceGain = (t - (bar.gains[lastAtOrBefore(bar.gains, t)] ?? Number.NEGATIVE_INFINITY)) / ui.clockRate;
  const beat = lerp(1.2, 0.8, outQuad(progressBetween(sinceGain, 0, 150)));
  drawPicture(list, ui, icon, { ...place, scale: beat, alpha: present });
  const burst = progressBetween(sinceGain, 0, 120);
  if (burst < 1) {
    drawPicture(list, ui, icon, { ...place, scale: lerp(1, 2, burst), alpha: present * (1 - burst), additive: true });
  }
}

/** From white over black to red as health runs out. */
function colourOf(health: number): Rgb | undefined {
  if (health < lastDanger) return { r: 255 * (1 - health / lastDanger), g: 0, b: 0 };
  if (health >= danger) return undefined;
  const light = 255 * (1 - (danger - health) / danger);
  return { r: light, g: light, b: light };
}

function gainsOf({ times, values }: HealthLine): Float64Array {
  return Float64Array.from(
    Array.from(times.keys()).filter((i) => times[i] === times[i - 1] && values[i]! > values[i - 1]!),
    (i) => times[i]!,
  );
}
