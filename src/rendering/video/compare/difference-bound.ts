import type { DifferenceBound } from './compare-segments.ts';

export interface EncodingQuality {
  readonly crf: number;
  /** With a target size, the quantizer may be coarser than the crf says. */
  readonly hasRateLimit: boolean;
}

/**
 * How much two honest encodings of the same frames may differ: at least 1.3 times what `npm run bench -- checks` measures with up to
 * 16 threads and in several parts, also of less than a second. The coarser the quantizer, the more it matters which of two similar blocks was chosen first.
 */
export function differenceBound({ crf, hasRateLimit }: EncodingQuality): DifferenceBound {
  const quality = hasRateLimit ? coarsest : crf;
  const boundOf = ({ levels, stepsToDouble }: Growth) =>
    levels * 2 ** ((quality - reference.crf) / (quality < reference.crf ? fineStepsToDouble : stepsToDouble));
  return { block: boundOf(reference.block), frame: boundOf(reference.frame), lasting: boundOf(reference.lasting) };
}

/** In levels at the reference crf; doubles with so many steps of the crf above it. */
interface Growth {
  readonly levels: number;
  readonly stepsToDouble: number;
}

const coarsest = 51;
const fineStepsToDouble = 12;
const reference = {
  crf: 20,
  block: { levels: 14, stepsToDouble: 7 },
  frame: { levels: 2, stepsToDouble: 9 },
  lasting: { levels: 3, stepsToDouble: 7 },
};
