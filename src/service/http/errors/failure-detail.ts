import { type Failure, failures } from '../../../failure.ts';

/** The message of the table. If it has a placeholder, the failure's own message, which fills it in. */
export function failureDetail({ code, message }: Failure): string {
  const template = failures[code].message;
  return template.includes('{') ? message : template;
}
