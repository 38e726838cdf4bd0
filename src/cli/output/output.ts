/** Where a command writes: the process's streams, or lists in tests. */
export interface Output {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}
