/** The files that another page has handed over; the page of the study takes them when it opens. */
let handedOver: readonly File[] = [];

export function handOverFiles(files: readonly File[]): void {
  handedOver = files;
}

/** Returns the files that were handed over, once. */
export function takeFiles(): readonly File[] {
  const files = handedOver;
  handedOver = [];
  return files;
}
