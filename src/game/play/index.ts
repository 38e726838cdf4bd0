export { accuracyPercent } from './accuracy-percent.ts';
export { comboEnds, isWholeObject } from './combo-ends.ts';
export { playedFrames } from './frames.ts';
export { type Grade, gradeOf, type RecordedGrade, recordedGrade } from './grade.ts';
export {
  type HitWindows,
  hitWindowsOf,
  judgeLazerPress,
  judgeStablePress,
  lazerHitWindows,
  stableHitWindows,
} from './hit-windows.ts';
export { judge } from './judge.ts';
export { followAreaRadii } from './judging/follow-area.ts';
export { resultOfShare } from './judging/slider-share.ts';
export { forwardFrames } from './lazer/lazer-frames.ts';
export { lazerComboChange, lazerScoringOf, statisticOf } from './lazer/lazer-score.ts';
export { createObjectMotion, fadeInOf, type ObjectMotion } from './motion/object-motion.ts';
export { type Pose, posedPoint, unposedPoint } from './motion/pose.ts';
export type {
  CirclePlay,
  HealthLine,
  JudgedPart,
  Judgement,
  KeyPlay,
  ObjectPlay,
  Play,
  PlayResult,
  Press,
  Result,
  SliderPlay,
  SpinnerPlay,
  Totals,
} from './play.ts';
export { printPlay } from './print-play.ts';
export { recordedAccuracy } from './recorded-accuracy.ts';
export { scoreDifference, scoresOverPlay } from './recorded-score.ts';
export { type ResultNumbers, resultNumbers } from './result-numbers.ts';
export { capByHead } from './stable/score-v2.ts';
export { type ComboChange, stableComboChange } from './stable/stable-combo.ts';
export { healthAt, type PlayState, spinnerAt, stateAt } from './state.ts';
export { type TimingSummary, timingSummaryOf } from './timing-summary.ts';
