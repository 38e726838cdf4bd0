/** Shows small pictures of moments of the replay. */
export interface HoverPicture {
  /** The element in which the pictures appear. */
  readonly element: HTMLElement;
  /** Shows the moment of a song time as soon as possible; an earlier request that is still waiting is dropped. */
  show(t: number): void;
  close(): void;
}
