export {
  createPlayfield,
  drawApproachCircles,
  drawBorder,
  drawFollowPoints,
  drawJudgementsAbove,
  drawJudgementsBelow,
  drawObjects,
  drawSpinners,
  drawVisionMods,
  type Playfield,
} from './playfield.ts';
