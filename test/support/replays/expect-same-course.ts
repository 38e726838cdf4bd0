import { expect } from 'vitest';
import { type Play, scoresOverPlay } from '../../../src/game/play/index.ts';
import type { Replay } from '../../../src/game/replay/index.ts';
import type { PlayerTrack } from '../../../src/game/together/index.ts';

/** A play that was judged alone. */
export interface JudgedAlone {
  readonly play: Play;
  readonly replay: Replay;
}

type Course = Pick<PlayerTrack, 'totals' | 'result'>;

/** The totals after each judgement, and the result. */
export function courseOf({ play, replay }: JudgedAlone): Course {
  return { totals: { ...play.totals, score: scoresOverPlay(play, replay) }, result: play.result };
}

/** Expects counts, combo, score and accuracy of a play alone: after each judgement, and in the result. */
export function expectSameCourse({ totals, result }: Course, alone: JudgedAlone): void {
  const expected = courseOf(alone);
  expect(result).toEqual(expected.result);
  for (const name of ['times', 'n300', 'n100', 'n50', 'misses', 'combo', 'maxCombo', 'score', 'accuracy'] as const)
    expect(Buffer.compare(bytesOf(totals[name]), bytesOf(expected.totals[name])), name).toBe(0);
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
