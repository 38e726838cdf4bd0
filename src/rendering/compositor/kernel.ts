/**
 * The exports of the WebAssembly module. The caller compiles and instantiates it, so that this module is platform-free.
 * Addresses and sizes are in bytes of the kernel's memory.
 */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBufferLike; grow(pages: number): number };
  frameBytes(width: number, height: number): number;
  configureFrame(width: number, height: number, address: number): void;
  accumulatorBytes(): number;
  configureAccumulator(address: number): void;
  invalidate(): void;
  frameAddress(): number;
  dirtyTilesAddress(): number;
  imageBytes(width: number, height: number): number;
  singleLevelBytes(width: number, height: number): number;
  initImage(address: number, width: number, height: number): void;
  imageRow(address: number, y: number): number;
  /** Returns 1 if the image has sharp edges and one colour, otherwise 0. */
  finishImage(address: number, sharp: boolean): number;
  /** Returns a hash of the sprites. */
  flattenSprites(address: number, width: number, height: number, records: number, count: number): number;
  resizeScratchBytes(source: number, width: number): number;
  resizeImage(target: number, source: number, scratch: number, width: number, height: number, mirror: number): void;
  rotateImage(
    target: number,
    source: number,
    scaleX: number,
    scaleY: number,
    angle: number,
    width: number,
    height: number,
  ): void;
  spinBlurRadius(image: number, scale: number): number;
  spinBlurScratchBytes(radius: number, sweep: number): number;
  spinBlurImage(target: number, source: number, scale: number, scratch: number, radius: number, sweep: number): void;
  measureBody(measurement: number): void;
  /** Returns the number of changed tiles. */
  compose(records: number, count: number, planes: number): number;
  toI420(planes: number): void;
}
