import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import type { HealthLine } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { clamp01, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import {
  createSmoothedValue,
  type SmoothedValue,
  smoothedAt,
  smoothedHealthLine,
} from '../../animation/smoothed-value.ts';
import { type Tween, tweenAt } from '../../animation/tween.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { animationFrame, type SizedElement, type SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawImage, topLeft, type Ui } from '../ui.ts';

/** The health bar at the top left. New skins have a marker, old ones have faces (ki). */
export interface HealthBar {
  /** 1 during play, 0 in breaks. */
  readonly presence: Tween;
  readonly displayed: SmoothedValue;
  /** The times at which health increased. */
  readonly gains: Float64Array;
  readonly frame: SizedImage | null;
  readonly colour: SizedElement | null;
  readonly marker: SizedImage | null;
  /** The faces for good, low and critical health. */
  readonly faces: readonly (SizedImage | null)[];
}

const styles = {
  marker: { x: 12, y: 12.5, iconY: 17 },
  faces: { x: 4.8, y: 16, iconY: 16 },
};
const lowHealth = 0.5;
const criticalHealth = 0.2;
/** How far it slides out in breaks. */
const slide = 60;

/** Prepares the health bar. */
export function createHealthBar({ play, pictures }: SceneInput, presence: Tween): HealthBar {
  return {
    presence,
    displayed: createSmoothedValue(smoothedHealthLine(play.health), {
      up: 3 / 4,
      down: 5 / 6,
      clockRate: play.map.clockRate,
    }),
    gains: gainTimes(play.health),
    frame: pictures.image('scorebar-bg'),
    colour: pictures.element('scorebar-colour'),
    marker: pictures.image('scorebar-marker'),
    faces: [pictures.image('scorebar-ki'), pictures.image('scorebar-kidanger'), pictures.image('scorebar-kidanger2')],
  };
}

/** Draws the health bar, which slides out in breaks. */
export function drawHealthBar(list: DisplayList, ui: Ui, bar: HealthBar, t: Millis): void {
  const visibility = tweenAt(bar.presence, t);
  if (visibility === 0) return;
  const health = clamp01(smoothedAt(bar.displayed, t));
  const style = bar.marker ? styles.marker : styles.faces;
  const y = -slide * (1 - visibility);
  const still = visibility === 1;
  const tint = bar.marker ? tintOf(health) : undefined;
  if (bar.frame) drawImage(list, ui, bar.frame, { x: 0, y, origin: topLeft, alpha: visibility, still });
  const fill = bar.colour && animationFrame(bar.colour, t / ui.clockRate);
  if (fill) {
    const crop = { left: 0, top: 0, width: health, height: 1 };
    drawImage(list, ui, fill, { x: style.x, y: y + style.y, origin: topLeft, crop, tint, alpha: visibility, still });
  }
  const icon = bar.marker ?? bar.faces[health < criticalHealth ? 2 : health < lowHealth ? 1 : 0];
  if (!icon) return;
  const additive = bar.marker !== null && health >= lowHealth;
  const iconX = style.x + (fill?.width ?? 0) * health;
  const iconY = y + style.iconY;
  const sinceGain = (t - (bar.gains[lastAtOrBefore(bar.gains, t)] ?? Number.NEGATIVE_INFINITY)) / ui.clockRate;
  const iconScale = lerp(1.2, 0.8, outQuad(progressBetween(sinceGain, 0, 150)));
  drawImage(list, ui, icon, { x: iconX, y: iconY, tint, additive, scale: iconScale, alpha: visibility });
  const pulse = progressBetween(sinceGain, 0, 120);
  if (pulse < 1) {
    drawImage(list, ui, icon, {
      x: iconX,
      y: iconY,
      tint,
      additive: true,
      scale: lerp(1, 2, pulse),
      alpha: visibility * (1 - pulse),
    });
  }
}

/** The tint: white, darker as health falls, red when it is critical. */
function tintOf(health: number): Rgb | undefined {
  if (health < criticalHealth) return { r: 255 * (1 - health / criticalHealth), g: 0, b: 0 };
  if (health >= lowHealth) return undefined;
  const shade = 255 * (1 - (lowHealth - health) / lowHealth);
  return { r: shade, g: shade, b: shade };
}

function gainTimes({ times, values }: HealthLine): Float64Array {
  return Float64Array.from(
    Array.from(times.keys()).filter((i) => times[i] === times[i - 1] && values[i]! > values[i - 1]!),
    (i) => times[i]!,
  );
}
