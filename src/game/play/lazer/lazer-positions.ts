import type { PlayableObject } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { posedPoint, unposedPoint } from '../motion/pose.ts';
import type { LazerJudging, LazerObjectState } from './lazer-judging.ts';

/** The cursor where it meets an object as the map has it: mods that move the object move its hit area (rule LZ19). */
function cursorOn(
  { motion }: LazerJudging,
  { object }: LazerObjectState,
  { time, cursor }: { readonly time: Millis; readonly cursor: OsuPoint },
): OsuPoint {
  return motion === null ? cursor : unposedPoint(motion.poseAt(object, time), object.at, cursor);
}

/** The input with the cursor as the object meets it. */
export function inputOn<Input extends { readonly time: Millis; readonly cursor: OsuPoint }>(
  judging: LazerJudging,
  state: LazerObjectState,
  input: Input,
): Input {
  return judging.motion === null ? input : { ...input, cursor: cursorOn(judging, state, input) };
}

/** The cursor on the circle that takes the press: a slider's head has its own pose inside the slider. */
export function cursorOnCircle(
  judging: LazerJudging,
  state: LazerObjectState,
  input: { readonly time: Millis; readonly cursor: OsuPoint },
): OsuPoint {
  const { motion } = judging;
  const cursor = cursorOn(judging, state, input);
  if (motion === null || state.kind !== 'slider') return cursor;
  return unposedPoint(motion.headPoseAt(state.object, input.time), state.object.at, cursor);
}

/** Where a point of an object is seen at a time. */
export function seenPoint(
  { motion }: LazerJudging,
  object: PlayableObject,
  { point, time }: { readonly point: OsuPoint; readonly time: Millis },
): OsuPoint {
  return motion === null ? point : posedPoint(motion.poseAt(object, time), object.at, point);
}

/** Where the circle that takes the press is seen. */
export function seenCircle({ motion }: LazerJudging, object: PlayableObject, time: Millis): OsuPoint {
  const { at } = object;
  if (motion === null) return at;
  const inside = object.kind === 'slider' ? posedPoint(motion.headPoseAt(object, time), at, at) : at;
  return posedPoint(motion.poseAt(object, time), at, inside);
}
