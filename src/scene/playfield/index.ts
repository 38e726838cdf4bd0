export {
  createPlayfield,
  drawApproachCircles,
  drawBackground,
  drawFlashlight,
  drawFollowPoints,
  drawJudgementsAbove,
  drawJudgementsBelow,
  drawObjects,
  type Playfield,
} from './playfield.ts';
