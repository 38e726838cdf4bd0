import { visibleBreaks } from '../../../../game/beatmap/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { aliveAt, createTimeline, type Lifetime, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { type SizedImage, sourceOf } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

/** Arrows that blink shortly before objects appear again. */
export interface WarningArrows {
  readonly arrow: SizedImage | null;
  readonly tint: Rgb | undefined;
  readonly times: Timeline<Lifetime>;
}

const blinkMs = 200;
const onMs = 100;
/** They blink before the end of a break and while the first objects fade in. */
const beforeMs = 5 * blinkMs;
const afterMs = 2 * blinkMs;
const lateFirstObject = 6000;
const beforeFirstMs = 900;
const red = { r: 255, g: 0, b: 0 };

/** Computes when the arrows blink. */
export function createWarningArrows({ play, pictures, skinIni }: SceneInput): WarningArrows {
  const { map } = play;
  const newArrow = pictures.element('arrow-warning')?.frames[0] ?? null;
  const oldArrow = pictures.element('play-warningarrow')?.frames[0] ?? null;
  // The new name has priority in all versions, but only within a skin: an old arrow of the player's skin comes before the
  // new arrow of the default skin.
  const isOld = oldArrow !== null && (newArrow === null || (isDefault(newArrow) && !isDefault(oldArrow)));
  const first = map.objects[0]?.startTime ?? 0;
  const introTimes = first > lateFirstObject ? [first - map.preempt - beforeFirstMs * map.clockRate] : [];
  const breakTimes = visibleBreaks(map.beatmap).map(({ end }) => end - beforeMs * map.clockRate);
  const length = (beforeMs + afterMs) * map.clockRate;
  return {
    arrow: isOld ? oldArrow : newArrow,
    tint: isOld && skinIni.version >= 2 ? red : undefined,
    times: createTimeline([...introTimes, ...breakTimes].map((appears) => ({ appears, vanishes: appears + length }))),
  };
}

function isDefault(image: SizedImage): boolean {
  return sourceOf(image) === 'default';
}

/** Draws the arrows while they are on. */
export function drawWarningArrows(list: DisplayList, ui: Ui, { arrow, tint, times }: WarningArrows, t: Millis): void {
  const { viewport } = ui;
  if (!arrow) return;
  for (const { appears } of aliveAt(times, t)) {
    if (((t - appears) / ui.clockRate) % blinkMs >= onMs) continue;
    for (const y of [160, viewport.uiHeight - 160]) {
      const look = { scaleY: viewport.uiPx, tint, still: true };
      list.sprite(arrow.image, { at: viewport.ui(128, y), scale: viewport.uiPx, ...look });
      list.sprite(arrow.image, { at: viewport.ui(viewport.uiWidth - 128, y), scale: -viewport.uiPx, ...look });
    }
  }
}
