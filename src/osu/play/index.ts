export { judge } from './judge.ts';
export type {
  CirclePlay,
  HealthLine,
  Judgement,
  KeyPlay,
  ObjectPlay,
  Part,
  Play,
  PlayResult,
  Press,
  Result,
  SliderPlay,
  SpinnerPlay,
  Totals,
} from './play.ts';
