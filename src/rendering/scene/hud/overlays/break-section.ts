import type { Break } from '../../../../game/beatmap/index.ts';
import { healthAt } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { passFailTime } from '../../pass-fail-time.ts';
import type { SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawImage, type Ui } from '../ui.ts';

/** The image that shows whether the section before a break was passed, as stable shows it. */
export interface BreakSection {
  readonly time: Millis;
  readonly isPassing: boolean;
  readonly image: SizedImage;
}

/** The song times, after the verdict, at which the image turns on and off; then it fades out. */
const flashes = {
  passed: [20, 100, 160, 230, 280],
  failed: [130, 230, 280],
  fade: [1280, 1480],
} as const;

/** Finds the verdict of a break; null in a short break. */
export function createBreakSection({ play, pictures }: SceneInput, period: Break): BreakSection | null {
  const time = passFailTime(period);
  if (time === null) return null;
  const isPassing = healthAt(play.health, time) >= 0.5;
  const image = pictures.image(isPassing ? 'section-pass' : 'section-fail');
  return image && { time, isPassing, image };
}

/** Draws the verdict in the centre of the screen, while it is on. */
export function drawBreakSection(list: DisplayList, ui: Ui, { time, isPassing, image }: BreakSection, t: Millis): void {
  const since = t - time;
  const switchTimes = isPassing ? flashes.passed : flashes.failed;
  const isOn = switchTimes.filter((switchTime) => switchTime <= since).length % 2 === 1;
  if (!isOn) return;
  const alpha = 1 - progressBetween(since, flashes.fade[0], flashes.fade[1]);
  drawImage(list, ui, image, { x: ui.viewport.uiWidth / 2, y: ui.viewport.uiHeight / 2, alpha, still: true });
}
