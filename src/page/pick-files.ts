export interface PickOptions {
  /** The extensions, as in the attribute `accept`. */
  readonly accept: string;
  readonly multiple?: boolean;
}

/** Opens the browser's file chooser and reports the chosen files. Must be called in an event handler of a click or key. */
export function pickFiles({ accept, multiple = false }: PickOptions, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple });
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
  input.click();
}
