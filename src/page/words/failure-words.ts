import type { FailureCode } from '../../failure.ts';

/** What happened, and what to do next. */
export type FailureText = readonly [says: string, next: string];

/** Only those who run the service or write programs for it meet these. */
export type NotOnThePage =
  | `backup/${string}`
  | `config/${string}`
  | `installation/${string}`
  | `callback/${'not-configured' | 'out-of-time' | 'repeated' | 'unsigned'}`
  | `database/${'cannot-start' | 'in-use' | 'migrations-differ'}`
  | 'service/cannot-start';

/** Every failure a person can meet on the page, in words; each language has them all, or it does not compile. */
export type FailureWords = Readonly<
  Record<
    'page/unreachable' | 'page/unreadable-answer' | Exclude<FailureCode, Extract<FailureCode, NotOnThePage>>,
    FailureText
  >
>;
