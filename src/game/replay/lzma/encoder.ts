import { lzmaHeaderBytes, writeLzmaHeader } from './header.ts';
import { createMatchFinder } from './match-finder.ts';
import {
  createModel,
  type LengthModel,
  type LzmaModel,
  lengthHigh,
  lengthLow,
  lengthMid,
  minMatch,
  stateAfterLiteral,
  stateAfterMatch,
  stateAfterRep,
} from './model.ts';
import { RangeEncoder } from './range-encoder.ts';

/** The properties that every client writes, see `LzmaHeader`. */
const lc = 3;
const positionMask = 3;
const dictionaryBytes = 2 * 1024 * 1024;

/**
 * Compresses bytes into an LZMA stream with a declared size. It greedily takes the longest match, so its replays are about
 * a quarter larger than the game's.
 */
export function encodeLzma(bytes: Uint8Array): Uint8Array {
  const output = new RangeEncoder(lzmaHeaderBytes);
  const model = createModel({ lc, lp: 0 });
  const finder = createMatchFinder(bytes, dictionaryBytes);
  let state = 0;
  let rep0 = 0;

  for (let at = 0; at < bytes.length; ) {
    const positionState = at & positionMask;
    const match = finder.longestMatchAt(at);
    const repeated = at > rep0 ? finder.lengthAt(at, rep0 + 1) : 0;
    if (repeated >= minMatch && repeated + 1 >= match.length) {
      output.bit(model.isMatch, (state << 4) + positionState, 1);
      output.bit(model.isRep, state, 1);
      output.bit(model.isRep0, state, 0);
      output.bit(model.isRep0Long, (state << 4) + positionState, 1);
      encodeLength(output, model.repLength, { length: repeated, positionState });
      state = stateAfterRep(state);
      at += repeated;
    } else if (match.length > minMatch) {
      rep0 = match.distance - 1;
      output.bit(model.isMatch, (state << 4) + positionState, 1);
      output.bit(model.isRep, state, 0);
      encodeLength(output, model.matchLength, { length: match.length, positionState });
      encodeDistance(output, model, match);
      state = stateAfterMatch(state);
      at += match.length;
    } else {
      output.bit(model.isMatch, (state << 4) + positionState, 0);
      const before = at > 0 ? bytes[at - 1]! : 0;
      const base = 0x300 * (before >> (8 - lc));
      if (state < 7) output.literal(model.literal, base, bytes[at]!);
      else output.literalAfterMatch(model.literal, base, { byte: bytes[at]!, expected: bytes[at - rep0 - 1]! });
      state = stateAfterLiteral(state);
      at++;
    }
  }

  const stream = output.finish();
  writeLzmaHeader(stream, { dictionaryBytes, size: bytes.length });
  return stream;
}

function encodeLength(
  output: RangeEncoder,
  model: LengthModel,
  { length, positionState }: { length: number; positionState: number },
): void {
  const value = length - minMatch;
  output.bit(model, 0, value < 8 ? 0 : 1);
  if (value < 8) {
    output.tree(model, lengthLow + (positionState << 3), { bits: 3, value });
    return;
  }
  output.bit(model, 1, value < 16 ? 0 : 1);
  if (value < 16) output.tree(model, lengthMid + (positionState << 3), { bits: 3, value: value - 8 });
  else output.tree(model, lengthHigh, { bits: 8, value: value - 16 });
}

function encodeDistance(output: RangeEncoder, model: LzmaModel, match: { distance: number; length: number }): void {
  const distance = match.distance - 1;
  const top = 31 - Math.clz32(distance);
  const slot = distance < 4 ? distance : top * 2 + ((distance >>> (top - 1)) & 1);
  output.tree(model.slot, Math.min(match.length - minMatch, 3) << 6, { bits: 6, value: slot });
  if (slot < 4) return;
  const lowBits = top - 1;
  const high = (2 | (slot & 1)) << lowBits;
  const low = distance - high;
  if (slot < 14) {
    output.reverseTree(model.special, high - slot, { bits: lowBits, value: low });
  } else {
    output.direct(low >>> 4, lowBits - 4);
    output.reverseTree(model.align, 0, { bits: 4, value: low & 15 });
  }
}
