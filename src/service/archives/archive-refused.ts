import { Failure, type FailureCode } from '../../failure.ts';

/** The rules for untrusted archives. */
export type ArchiveRule =
  | 'damaged'
  | 'encrypted'
  | 'link'
  | 'nested-archive'
  | 'too-compressed'
  | 'too-deep'
  | 'too-many-entries'
  | 'unpacks-too-large'
  | 'unsafe-path'
  | 'wrong-magic';

/** An archive or an entry that breaks a rule. The caller converts it to a Failure. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
  readonly rule: ArchiveRule;

  constructor(rule: ArchiveRule, message: string, options?: ErrorOptions) {
    super(message, options);
    this.rule = rule;
  }
}

const failures: Record<ArchiveRule, FailureCode> = {
  damaged: 'archive/unreadable',
  encrypted: 'archive/unreadable',
  link: 'archive/unsafe',
  'nested-archive': 'archive/unsafe',
  'too-compressed': 'archive/too-large',
  'too-deep': 'archive/unsafe',
  'too-many-entries': 'archive/too-large',
  'unpacks-too-large': 'archive/too-large',
  'unsafe-path': 'archive/unsafe',
  'wrong-magic': 'archive/unreadable',
};

/** Converts ArchiveRefused to the general archive failures; returns other errors unchanged. */
export function archiveFailure(error: unknown): unknown {
  if (!(error instanceof ArchiveRefused)) return error;
  return new Failure(failures[error.rule], error.message, { cause: error });
}
