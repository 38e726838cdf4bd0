/** How a child process broke, as opposed to a `Failure` that it reported. */
export type ChildErrorKind =
  /** The program caught an unexpected error and reported it. The process still runs. */
  | 'reported'
  /** The program ended or hung before it was ready for a task. */
  | 'not-started'
  /** The process ended by itself without an answer. */
  | 'exited'
  /** Native code failed: the process ended with a signal that it raised itself. */
  | 'crashed'
  /** Another process ended it. Says nothing about the task. */
  | 'killed'
  | 'out-of-memory'
  | 'too-slow';

/** A child process that did not answer its task. `cause` has the end of its standard error. */
export class ChildError extends Error {
  override readonly name = 'ChildError';
  readonly kind: ChildErrorKind;

  constructor(kind: ChildErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Signals that other processes send. Every other signal is one that a process raises itself when native code fails. */
const outsideSignals: ReadonlySet<NodeJS.Signals> = new Set(['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGQUIT', 'SIGTERM']);

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of the process's standard error. */
  readonly stderr: string;
}

/** Explains why a process ended that gave no answer. */
export function explainEnd({ code, signal, stderr }: ChildEnd): ChildError {
  const cause = new Error(stderr);
  if (/heap out of memory|heap limit/i.test(stderr)) {
    return new ChildError('out-of-memory', 'The JavaScript heap was full.', { cause });
  }
  if (signal === null) return new ChildError('exited', `It ended with code ${code} and no result.`, { cause });
  if (outsideSignals.has(signal)) return new ChildError('killed', `It was ended by ${signal}.`, { cause });
  return new ChildError('crashed', `It crashed with ${signal}.`, { cause });
}
