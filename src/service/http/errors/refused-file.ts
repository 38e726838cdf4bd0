import type { FieldError } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import { failureDetail } from './failure-detail.ts';

/** One of several files of a form field, by the name that the client gave it and by its position, from 1. */
export interface NumberedFile {
  readonly field: string;
  readonly name: string;
  readonly number: number;
}

/** A failure because of one of several files. The response names the file in its detail and in `errors`. */
export class RefusedFile extends Failure {
  readonly errors: readonly FieldError[];

  constructor(file: NumberedFile, message: string, cause: Failure) {
    super(cause.code, message, { cause });
    this.errors = [{ field: `${file.field}.${file.number}`, message }];
  }
}

/** Runs one check of a file, and names the file in a failure about it. A full queue, for example, is not about the file. */
export async function namingFile<T>(file: NumberedFile, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof RefusedFile) throw error;
    throw error.code.startsWith(`${file.field}/`) ? refusedFile(file, error) : error;
  }
}

export function refusedFile(file: NumberedFile, failure: Failure): RefusedFile {
  return new RefusedFile(file, `${JSON.stringify(labelOf(file))}: ${failureDetail(failure)}`, failure);
}

/** Runs a comparison of a file with others, whose failure names both. */
export function comparingFile(file: NumberedFile, compare: () => void): void {
  try {
    compare();
  } catch (error) {
    if (error instanceof Failure) throw new RefusedFile(file, error.message, error);
    throw error;
  }
}

/** How messages refer to a file: several may have the same name. */
export function labelOf({ field, name, number }: NumberedFile): string {
  return `${printableName(name)} (${field} ${number})`.trim();
}

const maxHead = 40;
const maxTail = 20;

/** A client can send any name: without folders, invisible characters and the middle of a long one. */
function printableName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const letters = [...base.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()];
  if (letters.length <= maxHead + maxTail) return letters.join('');
  return `${letters.slice(0, maxHead).join('')}…${letters.slice(-maxTail).join('')}`;
}
