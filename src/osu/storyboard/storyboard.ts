/** Sprites, animations and samples of a storyboard with their commands, loops and triggers kept as written. */
export interface Storyboard {
  readonly elements: readonly never[];
}
