import { Failure } from '../../../failure.ts';
import { lzmaHeaderBytes, readLzmaHeader } from './header.ts';
import {
  createModel,
  type LengthModel,
  lengthHigh,
  lengthLow,
  lengthMid,
  minMatch,
  stateAfterLiteral,
  stateAfterMatch,
  stateAfterRep,
  stateAfterShortRep,
} from './model.ts';
import { corruptStream, RangeDecoder } from './range-decoder.ts';

/**
 * Decompresses an LZMA stream with its 13-byte header into at most `maxBytes`. It refuses a stream that is truncated,
 * continues after its end, or refers to bytes before its beginning. LZMA has no checksum, so a damaged stream may still
 * decode to wrong text.
 */
export function decodeLzma(stream: Uint8Array, maxBytes: number): Uint8Array {
  const { lc, lp, pb, dictionaryBytes, size } = readLzmaHeader(stream);
  if (size !== null && size > maxBytes) throw tooLarge(maxBytes);
  const limits = { size, maxBytes };
  let out: Uint8Array = new Uint8Array(size ?? Math.min(maxBytes, 64 * 1024));
  const input = new RangeDecoder(stream, lzmaHeaderBytes);
  const model = createModel({ lc, lp });
  const { literal } = model;
  const positionMask = (1 << pb) - 1;
  const literalMask = (1 << lp) - 1;
  const end = size ?? Number.POSITIVE_INFINITY;

  let at = 0;
  let state = 0;
  let rep0 = 0;
  let rep1 = 0;
  let rep2 = 0;
  let rep3 = 0;

  for (;;) {
    // A stream of known size ends when it has produced that size; only an end marker may follow.
    if (at === end && input.isFinished) break;
    const positionState = at & positionMask;
    if (input.bit(model.isMatch, (state << 4) + positionState) === 0) {
      if (at >= out.length) out = growOutput(out, at + 1, limits);
      const before = at > 0 ? out[at - 1]! : 0;
      const base = 0x300 * (((at & literalMask) << lc) + (before >> (8 - lc)));
      out[at] = state < 7 ? input.literal(literal, base) : input.literalAfterMatch(literal, base, out[at - rep0 - 1]!);
      at++;
      state = stateAfterLiteral(state);
      continue;
    }

    let length: number;
    if (input.bit(model.isRep, state) === 0) {
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      length = decodeLength(input, model.matchLength, positionState);
      const slot = input.tree(model.slot, Math.min(length - minMatch, 3) << 6, 6);
      rep0 = slot < 4 ? slot : decodeDistance(input, model, slot);
      state = stateAfterMatch(state);
      if (rep0 === -1) {
        if (size !== null && at !== size) throw corruptStream(`it ends after ${at} of ${size} declared bytes`);
        break;
      }
    } else if (input.bit(model.isRep0, state) === 0) {
      if (input.bit(model.isRep0Long, (state << 4) + positionState) === 0) {
        length = 1;
        state = stateAfterShortRep(state);
      } else {
        length = decodeLength(input, model.repLength, positionState);
        state = stateAfterRep(state);
      }
    } else {
      let distance = rep1;
      if (input.bit(model.isRep1, state) === 1) {
        distance = rep2;
        if (input.bit(model.isRep2, state) === 1) {
          distance = rep3;
          rep3 = rep2;
        }
        rep2 = rep1;
      }
      rep1 = rep0;
      rep0 = distance;
      length = decodeLength(input, model.repLength, positionState);
      state = stateAfterRep(state);
    }

    // Distances are stored as in the format: minus one, in 32 bits, and therefore negative beyond 2 GiB.
    if (rep0 < 0 || rep0 >= at || rep0 >= Math.max(dictionaryBytes, minDictionaryBytes)) {
      throw corruptStream(`byte ${at} refers to data before the beginning`);
    }
    const stop = at + length;
    if (stop > out.length) out = growOutput(out, stop, limits);
    for (let from = at - rep0 - 1; at < stop; at++, from++) out[at] = out[from]!;
  }

  if (!input.isFinished) throw corruptStream('it continues after its end');
  if (input.remaining > 0) throw corruptStream(`${input.remaining} bytes follow its end`);
  return out.subarray(0, at);
}

/** Decoders treat a smaller size in the header as this one. */
const minDictionaryBytes = 4096;

function decodeLength(input: RangeDecoder, model: LengthModel, positionState: number): number {
  if (input.bit(model, 0) === 0) return minMatch + input.tree(model, lengthLow + (positionState << 3), 3);
  if (input.bit(model, 1) === 0) return minMatch + 8 + input.tree(model, lengthMid + (positionState << 3), 3);
  return minMatch + 16 + input.tree(model, lengthHigh, 8);
}

function decodeDistance(
  input: RangeDecoder,
  model: { special: Uint16Array; align: Uint16Array },
  slot: number,
): number {
  const lowBits = (slot >> 1) - 1;
  const high = (2 | (slot & 1)) << lowBits;
  if (slot < 14) return high + input.reverseTree(model.special, high - slot, lowBits);
  return (high + (input.direct(lowBits - 4) << 4) + input.reverseTree(model.align, 0, 4)) | 0;
}

/** Doubles the output up to the limit, unless the header declares its size. */
function growOutput(bytes: Uint8Array, needed: number, limits: { size: number | null; maxBytes: number }): Uint8Array {
  const { size, maxBytes } = limits;
  if (size !== null) throw corruptStream(`it is longer than its declared ${size} bytes`);
  if (needed > maxBytes) throw tooLarge(maxBytes);
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, bytes.length * 2)));
  larger.set(bytes);
  return larger;
}

function tooLarge(maxBytes: number): Failure {
  return new Failure('replay/unreadable', `The LZMA stream unpacks to more than ${maxBytes} bytes.`);
}
