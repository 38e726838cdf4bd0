export {
  backgroundLight,
  createPlayfield,
  drawApproachCircles,
  drawBackground,
  drawFlashlight,
  drawFollowPoints,
  drawJudgementsAbove,
  drawJudgementsBelow,
  drawObjects,
  drawSpinners,
  type Playfield,
} from './playfield.ts';
