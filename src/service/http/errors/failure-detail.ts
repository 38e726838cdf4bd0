import { type Failure, failures } from '../../../failure.ts';

/** Returns the message of the table; if that has a placeholder, the message of the failure itself, which fills it in. */
export function failureDetail({ code, message }: Failure): string {
  const template = failures[code].message;
  return template.includes('{') ? message : template;
}
