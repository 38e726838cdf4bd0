import { Failure, type FailureCode } from '../../../failure.ts';

/** A form field that takes a file, and the limits of that file. */
export interface FileField {
  readonly field: string;
  readonly maxBytes: number;
  /** Throws for a file name that is not accepted, before any of the file is read. */
  readonly checkName: (name: string) => void;
  readonly tooLarge: () => Failure;
}

/** A form field that takes several files, and the limits of all of them together. */
export interface FilesField extends FileField {
  readonly maxFiles: number;
  readonly tooMany: () => Failure;
  readonly maxTotalBytes: number;
  readonly tooLargeTogether: () => Failure;
}

export interface FileFieldOptions {
  readonly field: string;
  /** With its dot. */
  readonly extension: string;
  readonly maxBytes: number;
  readonly wrongExtension: FailureCode;
  readonly tooLarge: FailureCode;
}

const bytesPerMb = 1024 * 1024;

/** A file field that accepts one extension and a limited size. */
export function fileField({ field, extension, maxBytes, wrongExtension, tooLarge }: FileFieldOptions): FileField {
  const name = field.slice(0, 1).toUpperCase() + field.slice(1);
  return {
    field,
    maxBytes,
    checkName(fileName) {
      if (!fileName.toLowerCase().endsWith(extension)) throw new Failure(wrongExtension);
    },
    tooLarge: () => new Failure(tooLarge, `${name} file exceeds maximum size of ${megabytes(maxBytes)}MB.`),
  };
}

/** The size in whole megabytes, as messages state it. */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / bytesPerMb);
}
