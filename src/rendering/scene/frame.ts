import type { Millis } from '../../game/units.ts';
import { drawResultsBackground } from './background/background.ts';
import { drawBackgroundLayers, drawStoryboardOverlay } from './background/background-layers.ts';
import { drawRolled } from './barrel-roll.ts';
import { isCinema } from './cinema.ts';
import { drawCursor, drawSmoke } from './cursor/index.ts';
import { createDisplayList, type DisplayList } from './display-list/display-list.ts';
import { drawFadeToBlack } from './fade-to-black.ts';
import { drawFail, type FailState, failAt } from './fail-animation.ts';
import { areResultsVisible, drawHud, drawResults, drawWarning, isWarningVisible } from './hud/index.ts';
import { drawMistakeMarks } from './mistakes/index.ts';
import {
  drawApproachCircles,
  drawBorder,
  drawBubblesAbove,
  drawEffects,
  drawFollowPoints,
  drawJudgementsAbove,
  drawJudgementsBelow,
  drawObjects,
  drawSpinners,
  drawVisionMods,
} from './playfield/index.ts';
import type { Scene } from './scene.ts';
import { drawDropOutLabels } from './together/drop-out-labels.ts';
import { drawPlayerCursors } from './together/player-cursors.ts';

/** The display list at a time. It depends on its arguments only, so frames can be drawn in any order. */
export function frameAt(scene: Scene, t: Millis): DisplayList {
  const list = createDisplayList();
  if (isWarningVisible(scene.hud, t)) {
    drawWarning(list, scene.hud, t);
    return list;
  }
  if (areResultsVisible(scene.hud, t)) {
    drawResultsBackground(list, scene.background);
    drawResults(list, scene.hud, t);
  } else if (isCinema(scene.mods)) {
    drawPlay(list, scene, t);
  } else {
    const fail = failAt(scene.play, t);
    drawPlay(list, scene, fail?.songTime ?? t, fail);
    const { playfield, cursor, playerCursors } = scene;
    const drawCursorLayer = () =>
      drawRolled(list, playfield.context.barrelRoll, fail?.songTime ?? t, (target) =>
        playerCursors ? drawPlayerCursors(target, playerCursors, t) : drawCursor(target, cursor, t),
      );
    // Bubbles cover the cursor, but not the HUD. Many cursors would cover the HUD.
    const isBelowHud = playfield.bubbles !== null || playerCursors !== null;
    if (isBelowHud) drawCursorLayer();
    drawBubblesAbove(list, playfield, t);
    drawHud(list, scene.hud, t);
    drawDropOutLabels(list, scene.hud.ui, scene.dropOutLabels, t);
    if (scene.mistakeMarks) drawMistakeMarks(list, scene.mistakeMarks, t);
    if (!isBelowHud) drawCursorLayer();
    if (fail) drawFail(list, scene.viewport, fail);
  }
  drawFadeToBlack(list, scene, t);
  return list;
}

/** Draws everything below the HUD, back to front, in the game's order. */
export function drawPlay(list: DisplayList, scene: Scene, t: Millis, fail: FailState | null = null): void {
  const { playfield } = scene;
  const [objectTime, fallen] = fail ? [fail.failedAt, fail.fallen] : [t, 0];
  drawBackgroundLayers(list, scene, t);
  if (isCinema(scene.mods)) {
    drawStoryboardOverlay(list, scene, t);
    return;
  }
  drawEffects(list, playfield, t);
  drawRolled(list, playfield.context.barrelRoll, t, (rolled) => {
    drawBorder(rolled, playfield);
    drawSmoke(rolled, scene.cursor, t);
    drawSpinners(rolled, playfield, objectTime, fallen);
    drawFollowPoints(rolled, playfield, objectTime, fallen);
    drawJudgementsBelow(rolled, playfield, t);
    drawObjects(rolled, playfield, objectTime, fallen);
    drawApproachCircles(rolled, playfield, objectTime, fallen);
    drawJudgementsAbove(rolled, playfield, t);
  });
  drawStoryboardOverlay(list, scene, t);
  drawVisionMods(list, playfield, t);
}
