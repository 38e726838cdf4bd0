import type { ClientErrorCode } from '../../../clients/typescript/src/index.ts';
import type { FailureCode } from '../../failure.ts';

/** What happened, and what to do next. */
export type FailureText = readonly [message: string, advice: string];

/** Failures that only operators and API clients see, and those whose texts the operator writes. */
export type WithoutPageText =
  | `admin/${string}`
  | `worker/${string}`
  | `backup/${string}`
  | `blocked/${string}`
  | `config/${string}`
  | `idempotency/${string}`
  | `installation/${string}`
  | `key/${'name-taken' | 'not-found' | 'user-invalid'}`
  | `callback/${'not-configured' | 'out-of-time' | 'repeated' | 'unsigned'}`
  | `database/${'cannot-start' | 'in-use' | 'migrations-differ'}`
  | `service/${'cannot-start' | 'maintenance'}`;

/** The texts of all failures that the page can show; a language with a missing text does not compile. */
export type FailureWords = Readonly<
  Record<ClientErrorCode | Exclude<FailureCode, Extract<FailureCode, WithoutPageText>>, FailureText>
>;
