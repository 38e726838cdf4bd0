// The memory layout that the compositor and its WebAssembly kernel share. TypeScript and AssemblyScript both compile this
// file, so it holds integer constants only. Where the kernel has a class for a layout, it checks the class against these
// constants while it compiles.

/** Tiles are 16×16 pixels, like an encoder's macroblocks: a changed tile is exactly one changed macroblock. */
export const tileSize = 16;

/** A tint or alpha of 1, as a 16-bit fraction. */
export const fullTint = 32767;

// Records. One record describes one display item. The compositor writes its first words; the kernel keeps values that it
// derives from them behind, up to `recordBytes`. Offsets within a record count 32-bit words. Behind the last record, the
// kernel keeps `tileRowsBytes` for each one.

export const recordBytes = 208;
export const tileRowsBytes = 4;
export const writtenWords = 16;

/** The kind is the lowest byte of this word, the blend mode the next one. */
export const kindWord = 0;
export const blendModeShift = 8;

export const spriteKind = 0;
export const bodyKind = 1;
export const fillKind = 2;
export const pieKind = 3;
export const spotlightKind = 4;
/** One position of a moving sprite. It is painted only through the motion record that follows. */
export const momentKind = 5;
export const motionKind = 6;

/** Source-over: painted pixels cover the pixels below, as far as their alpha goes. */
export const blendOver = 0;
/** Painted pixels add their light to the pixels below. */
export const blendAdd = 1;
/** Painted pixels are summed up in the accumulator, for a motion record to blend their mean. */
export const blendAccumulate = 2;

/** Every kind: four 16-bit fractions of `fullTint`: red, green and blue times alpha, and alpha. */
export const tintWord = 8;
/** Sprites, moments and bodies: a number that changes whenever the pixels behind an address do. */
export const identityWord = 15;

// Sprites and moments: the image, the affine map from image pixels to screen pixels, and the visible part of the image.
export const spriteImage = 1;
export const spriteA = 2;
export const spriteB = 3;
export const spriteC = 4;
export const spriteD = 5;
export const spriteTx = 6;
export const spriteTy = 7;
export const spriteCropLeft = 10;
export const spriteCropTop = 11;
export const spriteCropRight = 12;
export const spriteCropBottom = 13;
/** Must be 0: it is part of the record's hash. */
export const spriteUnused = 14;

// Bodies: the distance field with its box on the screen, a version per tile of the box, and the shades.
export const bodyField = 1;
export const bodyLeft = 2;
export const bodyTop = 3;
export const bodyWidth = 4;
export const bodyHeight = 5;
export const bodyTileVersions = 10;
export const bodyShades = 14;

export const fillLeft = 2;
export const fillTop = 3;
export const fillRight = 4;
export const fillBottom = 5;

export const pieX = 2;
export const pieY = 3;
export const pieRadius = 4;
/** Turns, clockwise from twelve o'clock; negative values run anticlockwise. */
export const pieSweep = 5;

export const spotlightX = 2;
export const spotlightY = 3;
export const spotlightInnerRadius = 4;
export const spotlightOuterRadius = 5;

/** The number of moment records directly before a motion record. */
export const motionRecords = 1;
/** The number of moments that share the weight; more than there are records if the sprite is hidden in some. */
export const motionMoments = 15;

// Distance fields of bodies: one 16-bit distance per pixel, tile after tile, scaled so that the radius is `maxDistance`.

export const maxDistance = 65535;
/** The upper bits of a distance select one of the shades. */
export const shadeBits = 10;
export const shadeCount = 1024;

// A request to measure a part of a body's distance field. Offsets count 32-bit words.

/** The visible range of the path, two 64-bit floats: segment number plus fraction of the segment. */
export const measurementFrom = 0;
export const measurementTo = 2;
export const measurementRadius = 4;
export const measurementPoints = 5;
export const measurementFirstSegment = 6;
export const measurementEndSegment = 7;
export const measurementField = 8;
export const measurementTileVersions = 9;
export const measurementTilesAcross = 10;
export const measurementLeft = 11;
export const measurementTop = 12;
export const measurementWidth = 13;
export const measurementHeight = 14;
export const measurementSquares = 15;
export const measurementVersion = 16;
export const measurementReplaces = 17;
export const measurementWords = 18;

// Flags of `resizeImage`.
export const mirrorX = 1;
export const mirrorY = 2;
