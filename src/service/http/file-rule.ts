import { Failure, type FailureCode } from '../../failure.ts';
import type { FileRule } from './form.ts';

export interface FileKind {
  readonly field: string;
  /** With its dot. */
  readonly extension: string;
  readonly maxBytes: number;
  readonly wrongExtension: FailureCode;
  readonly tooLarge: FailureCode;
}

const bytesPerMb = 1024 * 1024;

/** What a file must keep to be received: its extension and its size. */
export function fileRule({ field, extension, maxBytes, wrongExtension, tooLarge }: FileKind): FileRule {
  const name = field.slice(0, 1).toUpperCase() + field.slice(1);
  return {
    field,
    maxBytes,
    checkName(given) {
      if (!given.toLowerCase().endsWith(extension)) throw new Failure(wrongExtension);
    },
    tooLarge: () =>
      new Failure(tooLarge, `${name} file exceeds maximum size of ${Math.floor(maxBytes / bytesPerMb)}MB.`),
  };
}
