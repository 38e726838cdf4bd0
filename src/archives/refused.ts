/** The rules an archive that anyone may have made has to keep. */
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

/** An archive, or one member of it, that breaks a rule. Whoever opens it makes a failure of this in their own words. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
  readonly rule: ArchiveRule;

  constructor(rule: ArchiveRule, message: string, options?: ErrorOptions) {
    super(message, options);
    this.rule = rule;
  }
}
