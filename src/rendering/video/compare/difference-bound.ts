import type { DifferenceBound } from './compare-segments.ts';

export interface EncodingQuality {
  readonly crf: number;
  /** With a target size, the quantizer may be coarser than the crf says. */
  readonly hasRateLimit: boolean;
}

/**
 * How much two honest encodings of the same frames may differ (`npm run bench -- checks`). x264's quantizer doubles every six
 * steps, and the differences grow with it.
 */
export function differenceBound({ crf, hasRateLimit }: EncodingQuality): DifferenceBound {
  const quality = hasRateLimit ? coarsest : crf;
  const growth = 2 ** ((quality - reference.crf) / 12);
  return { block: reference.block * growth, frame: reference.frame * growth, lasting: reference.lasting * growth };
}

const coarsest = 51;
const reference = { crf: 20, block: 12, frame: 3, lasting: 2 };
