import type { Millis } from '../../game/units.ts';
import { drawResultsBackground } from './background/background.ts';
import { drawBackgroundLayers, drawStoryboardOverlay } from './background/background-layers.ts';
import { drawCursor, drawSmoke } from './cursor/index.ts';
import { createDisplayList, type DisplayList } from './display-list/display-list.ts';
import { drawFadeToBlack } from './fade-to-black.ts';
import { drawFail, type FailState, failAt } from './fail-animation.ts';
import { areResultsVisible, drawHud, drawResults, drawWarning, isWarningVisible } from './hud/index.ts';
import {
  drawApproachCircles,
  drawBorder,
  drawFollowPoints,
  drawJudgementsAbove,
  drawJudgementsBelow,
  drawObjects,
  drawSpinners,
  drawVisionMods,
} from './playfield/index.ts';
import type { Scene } from './scene.ts';

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
  } else {
    const fail = failAt(scene.play, t);
    drawPlay(list, scene, fail?.songTime ?? t, fail);
    drawHud(list, scene.hud, t);
    drawCursor(list, scene.cursor, t);
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
  drawBorder(list, playfield);
  drawSmoke(list, scene.cursor, t);
  drawSpinners(list, playfield, objectTime, fallen);
  drawFollowPoints(list, playfield, objectTime, fallen);
  drawJudgementsBelow(list, playfield, t);
  drawObjects(list, playfield, objectTime, fallen);
  drawApproachCircles(list, playfield, objectTime, fallen);
  drawJudgementsAbove(list, playfield, t);
  drawStoryboardOverlay(list, scene, t);
  drawVisionMods(list, playfield, t);
}
