import type { FailureCode } from '../failure.ts';

/** What a child process sends: `ready` once, then for each task any number of events and one answer. */
export type ChildMessage<Event, Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'done'; readonly result: Result }
  /** A `Failure`: the task's input is at fault, or something else that a person can act on. */
  | { readonly kind: 'refused'; readonly code: FailureCode; readonly message: string }
  /** Any other error: a bug. */
  | { readonly kind: 'broken'; readonly message: string };
