/** Where a command writes: the process's streams, or lists in tests. */
export interface Output {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Prints a result: as text, or with --json the value as one line. */
export type Print = (text: string, value: unknown) => void;

export function createPrint({ stdout }: Output, isJson: boolean): Print {
  return (text, value) => void stdout.write(isJson ? `${JSON.stringify(value)}\n` : text);
}
