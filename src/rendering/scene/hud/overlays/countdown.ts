import type { Millis } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { countdownTimes } from '../../countdown-times.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawImage, type Ui } from '../ui.ts';

/** The images of the countdown: ready, three, two, one, go. */
export type CountdownImages = readonly CountdownImage[];

interface CountdownImage {
  readonly image: SizedImage;
  readonly appears: Millis;
  /** When it starts to fade out, and is gone. */
  readonly fadesFrom: Millis;
  readonly vanishes: Millis;
  /** The horizontal position, as a fraction of the screen width. */
  readonly xFraction: number;
}

const popMs = 200;
/** Three at the left, two at the right, the others in the centre. */
const xFractions = { ready: 1 / 2, count3: 1 / 4, count2: 3 / 4, count1: 1 / 2, go: 1 / 2 };

/** Prepares the countdown; empty if the map has none. */
export function createCountdown({ play, mods, pictures }: SceneInput, opensAt: Millis): CountdownImages {
  const countdown = countdownTimes(play, mods, opensAt);
  if (countdown === null) return [];
  const { steps, stepLength } = countdown;
  const [ready, three, , , go] = steps.map(({ time }) => time);
  return steps.flatMap(({ step, time }) => {
    const image = pictures.image(step);
    if (!image) return [];
    const vanishes = step === 'ready' ? three! : step === 'go' ? go! + stepLength : go!;
    const fadesFrom = time === ready ? vanishes - stepLength / 2 : vanishes - stepLength / 4;
    return [{ image, appears: time, fadesFrom, vanishes, xFraction: xFractions[step] }];
  });
}

/** Draws the current step of the countdown. */
export function drawCountdown(list: DisplayList, ui: Ui, images: CountdownImages, t: Millis): void {
  for (const { image, appears, fadesFrom, vanishes, xFraction } of images) {
    if (t < appears || t >= vanishes) continue;
    const popProgress = outQuad(progressBetween((t - appears) / ui.clockRate, 0, popMs));
    drawImage(list, ui, image, {
      x: ui.viewport.uiWidth * xFraction,
      y: ui.viewport.uiHeight / 2,
      scale: lerp(1.3, 1, popProgress),
      alpha: Math.min(popProgress, 1 - progressBetween(t, fadesFrom, vanishes)),
      still: popProgress === 1,
    });
  }
}
