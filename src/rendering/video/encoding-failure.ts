import { Failure, messageOf } from '../../failure.ts';

/** Turns an error of an encoder or of its file into a failure that a person can act on. */
export function encodingFailureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const reason = messageOf(error);
  if (error instanceof Error && 'syscall' in error) return new Failure('video/cannot-write', reason, { cause: error });
  return new Failure('video/encoder-died', `The video encoder stopped unexpectedly: ${reason}`, { cause: error });
}
