import type { Millis } from '../../game/units.ts';
import { drawOverlay, drawScenery } from './background/background-layers.ts';
import { drawCursor, drawSmoke } from './cursor/index.ts';
import { createDisplayList, type DisplayList } from './display-list/display-list.ts';
import { drawFadeToBlack } from './fade-to-black.ts';
import { drawFail, type Fail, failAt } from './fail.ts';
import { drawHud, drawPrelude, drawResults, hasPrelude, hasResults } from './hud/index.ts';
import {
  drawApproachCircles,
  drawBackgroundOfResults,
  drawBorder,
  drawFollowPoints,
  drawJudgementsAbove,
  drawJudgementsBelow,
  drawObjects,
  drawObstacles,
  drawSpinners,
} from './playfield/index.ts';
import type { Scene } from './scene.ts';

/** What is seen at a time: a function of its arguments alone, so that frames can be asked for in any order. */
export function frameAt(scene: Scene, t: Millis): DisplayList {
  const list = createDisplayList();
  if (hasPrelude(scene.hud, t)) {
    drawPrelude(list, scene.hud, t);
    return list;
  }
  if (hasResults(scene.hud, t)) {
    drawBackgroundOfResults(list, scene.playfield);
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

/** Everything below the HUD, back to front, as the game has it. */
export function drawPlay(list: DisplayList, scene: Scene, t: Millis, fail: Fail | null = null): void {
  const { playfield } = scene;
  const [seen, fallen] = fail ? [fail.failedAt, fail.fallen] : [t, 0];
  drawScenery(list, scene, t);
  drawBorder(list, playfield);
  drawSmoke(list, scene.cursor, t);
  drawSpinners(list, playfield, seen, fallen);
  drawFollowPoints(list, playfield, seen, fallen);
  drawJudgementsBelow(list, playfield, t);
  drawObjects(list, playfield, seen, fallen);
  drawApproachCircles(list, playfield, seen, fallen);
  drawJudgementsAbove(list, playfield, t);
  drawOverlay(list, scene, t);
  drawObstacles(list, playfield, t);
}
