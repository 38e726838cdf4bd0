/** What the WebAssembly module exports; the host compiles it, so that this room needs no platform. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBufferLike; grow(pages: number): number };
  pictureBytes(width: number, height: number): number;
  configure(width: number, height: number, address: number): void;
  gatheringBytes(): number;
  configureGathering(address: number): void;
  invalidate(): void;
  frameAddress(): number;
  dirtyAddress(): number;
  imageBytes(width: number, height: number): number;
  layImage(address: number, width: number, height: number): void;
  imageRow(address: number, y: number): number;
  /** Tells whether it is of one colour, and 1 for that. */
  finishImage(address: number, sharp: boolean): number;
  makeStamp(address: number, width: number, height: number, records: number, count: number): number;
  singleLevelBytes(width: number, height: number): number;
  resizingBytes(source: number, width: number): number;
  resizeImage(target: number, source: number, room: number, width: number, height: number, mirror: number): void;
  smearReach(image: number, fineness: number): number;
  smearingBytes(reach: number, sweep: number): number;
  smearImage(target: number, source: number, fineness: number, room: number, reach: number, sweep: number): void;
  measureBody(measuring: number): void;
  compose(records: number, count: number, planes: number): number;
  toI420(planes: number): void;
}
