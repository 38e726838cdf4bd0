import { visibleBreaks } from '../../../../game/beatmap/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { aliveAt, createTimeline, type Life, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { Drawn } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

/** Arrows that blink when there is soon something to play again. */
export interface WarningArrows {
  readonly arrow: Drawn | null;
  readonly tint: Rgb | undefined;
  readonly times: Timeline<Life>;
}

const blinkMs = 200;
const onMs = 100;
/** Before the end of a break, and on while the first objects fade in. */
const beforeMs = 5 * blinkMs;
const afterMs = 2 * blinkMs;
const lateFirstObject = 6000;
const beforeFirstMs = 900;
const red = { r: 255, g: 0, b: 0 };

export function createWarningArrows({ play, pictures, skinIni }: SceneInput): WarningArrows {
  const { map } = play;
  const own = skinIni.version >= 2.6 ? pictures.element('arrow-warning') : null;
  const arrow = own ?? pictures.element('play-warningarrow');
  const first = map.objects[0]?.startTime ?? 0;
  const begins = first > lateFirstObject ? [first - map.preempt - beforeFirstMs * map.clockRate] : [];
  const ends = visibleBreaks(map.beatmap).map(({ end }) => end - beforeMs * map.clockRate);
  const length = (beforeMs + afterMs) * map.clockRate;
  return {
    arrow: arrow?.frames[0] ?? null,
    tint: own === null && skinIni.version >= 2 ? red : undefined,
    times: createTimeline([...begins, ...ends].map((appears) => ({ appears, vanishes: appears + length }))),
  };
}

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
