/** Where a command writes; the process itself, or a pair of lists in a test. */
export interface Output {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}
