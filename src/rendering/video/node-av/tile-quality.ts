import { referenceDistance } from '../x264-options.ts';

/** The side of a tile, and of x264's macroblocks. */
const tilePx = 16;

// Lengths and offsets count 32-bit words. A region is FFmpeg's AVRegionOfInterest: its own bytes, top, bottom, left, right,
// and a fraction of the scale of quantizers.
const regionLength = 7;
const regionBytes = regionLength * 4;

/** x264's quantizers end at 51; the offsets below count tenths. */
const quantizerScale = 510;

/**
 * What is added to the quantizer of a tile. Later frames copy a tile that stays, so more bits for it pay once; a tile that
 * changes with every frame is seen only once, and if no other frame refers to it, its errors do not spread.
 */
const offsets = { newlyStill: -100, moving: -10, movingUnreferenced: 30 };

interface Video {
  readonly width: number;
  readonly height: number;
  /** Frames from one key frame to the next. */
  readonly keyFrameDistance: number;
}

/** Returns the length that the regions of any picture of this size fit into. */
export function qualityRegionsLength({ width, height }: Pick<Video, 'width' | 'height'>): number {
  return Math.ceil(width / tilePx) * Math.ceil(height / tilePx) * regionLength;
}

/**
 * Returns a function that writes the quality of the tiles of the next picture as FFmpeg's regions of interest. It does what
 * x264's lookahead (mbtree) does, from what is known already: which tiles changed. Without tiles, all may have changed.
 */
export function createTileQuality({
  width,
  height,
  keyFrameDistance,
}: Video): (regions: Int32Array, changed: Uint8Array | undefined) => void {
  const across = Math.ceil(width / tilePx);
  const tiles = across * Math.ceil(height / tilePx);
  /** Whether a picture that others refer to has the tile in high quality, as it looks now. */
  const isRefined = new Uint8Array(tiles);
  const quality = new Int8Array(tiles);
  let frame = 0;

  function rate(changed: Uint8Array | undefined): void {
    const sinceKeyFrame = frame % keyFrameDistance;
    const isReferenced = sinceKeyFrame % referenceDistance === 0 || sinceKeyFrame === keyFrameDistance - 1;
    if (sinceKeyFrame === 0) isRefined.fill(0);
    for (let tile = 0; tile < tiles; tile++) {
      // Most of the first picture stays.
      const isStill = frame === 0 || changed?.[tile] === 0;
      if (!isStill) isRefined[tile] = 0;
      if (!isReferenced) quality[tile] = isStill ? 0 : offsets.movingUnreferenced;
      else if (!isStill) quality[tile] = offsets.moving;
      else {
        quality[tile] = isRefined[tile] === 0 ? offsets.newlyStill : 0;
        isRefined[tile] = 1;
      }
    }
    frame++;
  }

  return (regions, changed) => {
    if (changed && changed.length !== tiles)
      throw new Error(`The table has ${changed.length} tiles; expected those of a ${width}×${height} picture.`);
    rate(changed);
    // FFmpeg reads every region: those that are not needed are empty, with a fraction of 0.
    regions.fill(0);
    for (let at = 0; at < regions.length; at += regionLength) {
      regions[at] = regionBytes;
      regions[at + 6] = quantizerScale;
    }
    let at = 0;
    for (let first = 0, next = 0; first < tiles; first = next) {
      // Neighbours of the same quality in a row become one region.
      const rowStart = first - (first % across);
      while (next < rowStart + across && quality[next] === quality[first]) next++;
      if (quality[first] === 0) continue;
      const top = (rowStart / across) * tilePx;
      regions[at + 1] = top;
      regions[at + 2] = top + tilePx;
      regions[at + 3] = (first - rowStart) * tilePx;
      regions[at + 4] = (next - rowStart) * tilePx;
      regions[at + 5] = quality[first]!;
      at += regionLength;
    }
  };
}
