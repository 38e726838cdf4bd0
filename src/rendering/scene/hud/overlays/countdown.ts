import type { Millis } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { countdownOf } from '../../countdown-times.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { Drawn } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawPicture, type Ui } from '../ui.ts';

/** Ready, three, two, one, go. */
export type CountdownSigns = readonly CountdownSign[];

interface CountdownSign {
  readonly picture: Drawn;
  readonly appears: Millis;
  /** When it begins to fade, and is gone. */
  readonly leaves: Millis;
  readonly vanishes: Millis;
  /** Where across the screen. */
  readonly share: number;
}

const popMs = 200;
/** Three to the left, two to the right, and the one that counts in the middle. */
const shares = { ready: 1 / 2, count3: 1 / 4, count2: 3 / 4, count1: 1 / 2, go: 1 / 2 };

export function createCountdown({ play, mods, pictures }: SceneInput, starts: Millis): CountdownSigns {
  const countdown = countdownOf(play, mods, starts);
  if (countdown === null) return [];
  const { words, beat } = countdown;
  const [ready, three, , , go] = words.map(({ time }) => time);
  return words.flatMap(({ word, time }) => {
    const picture = pictures.element(word)?.frames[0];
    if (!picture) return [];
    const vanishes = word === 'ready' ? three! : word === 'go' ? go! + beat : go!;
    const leaves = time === ready ? vanishes - beat / 2 : vanishes - beat / 4;
    return [{ picture, appears: time, leaves, vanishes, share: shares[word] }];
  });
}

export function drawCountdown(list: DisplayList, ui: Ui, signs: CountdownSigns, t: Millis): void {
  for (const { picture, appears, leaves, vanishes, share } of signs) {
    if (t < appears || t >= vanishes) continue;
    const popped = outQuad(progressBetween((t - appears) / ui.clockRate, 0, popMs));
    drawPicture(list, ui, picture, {
      x: ui.viewport.uiWidth * share,
      y: ui.viewport.uiHeight / 2,
      scale: lerp(1.3, 1, popped),
      alpha: Math.min(popped, 1 - progressBetween(t, leaves, vanishes)),
      still: popped === 1,
    });
  }
}
