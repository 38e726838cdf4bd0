import type { FailureCode } from '../../failure.ts';
import type { DecodedReplay, DecodeTask } from './decode-task.ts';

/** From the pool to a child: one task at a time. */
export type ToChild = DecodeTask;

/** From a child to the pool: first that it listens, then one answer a task. */
export type FromChild =
  | { readonly kind: 'ready' }
  | { readonly kind: 'decoded'; readonly replay: DecodedReplay }
  | { readonly kind: 'refused'; readonly code: FailureCode; readonly message: string }
  /** A bug or a full disk: nothing the replay's owner can do. */
  | { readonly kind: 'broken'; readonly message: string };
