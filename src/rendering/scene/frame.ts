import type { Millis } from '../../game/units.ts';
import { drawCursor, drawSmoke } from './cursor/index.ts';
import { drawCurtain } from './curtain.ts';
import { createDisplayList, type DisplayList } from './display-list.ts';
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
import { drawOverlay, drawScenery } from './scenery.ts';
import type { Show } from './show.ts';

/** What is seen at a time: a function of its arguments alone, so that frames can be asked for in any order. */
export function frameAt(show: Show, t: Millis): DisplayList {
  const list = createDisplayList();
  if (hasPrelude(show.hud, t)) {
    drawPrelude(list, show.hud, t);
    return list;
  }
  if (hasResults(show.hud, t)) {
    drawBackgroundOfResults(list, show.playfield);
    drawResults(list, show.hud, t);
  } else {
    const fail = failAt(show.play, t);
    drawPlay(list, show, fail?.songTime ?? t, fail);
    drawHud(list, show.hud, t);
    drawCursor(list, show.cursor, t);
    if (fail) drawFail(list, show.stage, fail);
  }
  drawCurtain(list, show, t);
  return list;
}

/** Everything below the HUD, back to front, as the game has it. */
export function drawPlay(list: DisplayList, show: Show, t: Millis, fail: Fail | null = null): void {
  const { playfield } = show;
  const [seen, fallen] = fail ? [fail.failedAt, fail.fallen] : [t, 0];
  drawScenery(list, show, t);
  drawBorder(list, playfield);
  drawSmoke(list, show.cursor, t);
  drawSpinners(list, playfield, seen, fallen);
  drawFollowPoints(list, playfield, seen, fallen);
  drawJudgementsBelow(list, playfield, t);
  drawObjects(list, playfield, seen, fallen);
  drawApproachCircles(list, playfield, seen, fallen);
  drawJudgementsAbove(list, playfield, t);
  drawOverlay(list, show, t);
  drawObstacles(list, playfield, t);
}
