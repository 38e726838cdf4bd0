import { type Failure, failures } from '../../../failure.ts';

/** Some messages of the table have variables, such as {limit}; then the failure itself has the complete message. */
export function failureDetail({ code, message }: Failure): string {
  const template = failures[code].message;
  return template.includes('{') ? message : template;
}
