import type { PlayableObject } from '../../beatmap/index.ts';
import type { Judgement } from '../play.ts';

/** Position, slider point and press details are optional. */
type NewJudgement = Pick<Judgement, 'time' | 'part' | 'result'> &
  Partial<Pick<Judgement, 'point' | 'at' | 'hitError' | 'aimOffset'>>;

/** Appends a judgement of an object. The default position is the object's, or the end of a whole slider. */
export function recordJudgement(judgements: Judgement[], object: PlayableObject, judgement: NewJudgement): void {
  const { time, part, result, point = null, hitError = null, aimOffset = null } = judgement;
  const at = judgement.at ?? (part === 'slider' && object.kind === 'slider' ? object.endPosition : object.at);
  judgements.push({ time, object: object.index, part, result, point, at, hitError, aimOffset });
}
