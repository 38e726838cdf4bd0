import type { FieldError } from '../../contract/index.ts';
import { Failure, type FailureCode, failures } from '../../failure.ts';

/** A 422: what is wrong with which field. */
export class InvalidRequest extends Failure {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[], code: FailureCode = 'request/invalid', options?: ErrorOptions) {
    super(code, undefined, options);
    this.errors = errors;
  }
}

/** What makes a rule that a file breaks a mistake in the field that carries it. */
export function inField(field: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Failure) || failures[error.code].status !== 422) throw error;
    throw new InvalidRequest([{ field, message: error.message }], error.code, { cause: error });
  };
}
