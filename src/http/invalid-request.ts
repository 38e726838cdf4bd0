import type { FieldError } from '../contract/index.ts';
import { Failure, type FailureCode } from '../failure.ts';

/** A 422: what is wrong with which field. */
export class InvalidRequest extends Failure {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[], code: FailureCode = 'request/invalid', options?: ErrorOptions) {
    super(code, undefined, options);
    this.errors = errors;
  }
}
