import { readFile } from 'node:fs/promises';

/** The address of the service and a replay, as the test names them. */
export const service = process.argv[2] ?? '';

export async function readReplay(): Promise<File> {
  return new File([await readFile(process.argv[3] ?? '')], 'replay.osr');
}

/** Tells the test what happened. */
export function report(step: string, value: string): void {
  console.log(`${step} ${value}`);
}
