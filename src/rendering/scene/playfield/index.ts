export {
  createPlayfield,
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
  type Playfield,
} from './playfield.ts';
