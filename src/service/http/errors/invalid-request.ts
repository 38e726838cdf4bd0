import type { FieldError } from '../../../contract/index.ts';
import { Failure, type FailureCode, failures } from '../../../failure.ts';

/** A failure with status 422 that lists the invalid fields. */
export class InvalidRequest extends Failure {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[], code: FailureCode = 'request/invalid', options?: ErrorOptions) {
    super(code, undefined, options);
    this.errors = errors;
  }
}

/** Returns a handler that reports a 422 failure of an uploaded file as an error of its form field. */
export function inField(field: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Failure) || failures[error.code].status !== 422) throw error;
    throw new InvalidRequest([{ field, message: error.message }], error.code, { cause: error });
  };
}
