import type { Millis } from '../osu/units.ts';
import { drawCursor, drawSmoke } from './cursor/index.ts';
import { createDisplayList, type DisplayList } from './display-list.ts';
import { drawEnd, drawHud, drawPrelude, hasPrelude, hasResults } from './hud/index.ts';
import {
  drawApproachCircles,
  drawBackground,
  drawBorder,
  drawFlashlight,
  drawFollowPoints,
  drawJudgementsAbove,
  drawJudgementsBelow,
  drawObjects,
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
    drawBackground(list, show.playfield, t);
  } else {
    drawPlay(list, show, t);
    drawHud(list, show.hud, t);
    drawCursor(list, show.cursor, t);
  }
  drawEnd(list, show.hud, t);
  return list;
}

/** Everything below the HUD, back to front, as the game has it. */
export function drawPlay(list: DisplayList, show: Show, t: Millis): void {
  const { playfield } = show;
  drawScenery(list, show, t);
  drawBorder(list, playfield);
  drawSmoke(list, show.cursor, t);
  drawSpinners(list, playfield, t);
  drawFollowPoints(list, playfield, t);
  drawJudgementsBelow(list, playfield, t);
  drawObjects(list, playfield, t);
  drawApproachCircles(list, playfield, t);
  drawJudgementsAbove(list, playfield, t);
  drawOverlay(list, show, t);
  drawFlashlight(list, playfield, t);
}
