import { UsageError } from './run-command.ts';

/** Only unambiguous dates: JavaScript also accepts many others, and February 31. */
export function parseFutureDate(text: string, option: string): Date {
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text);
  const time = new Date(text);
  if (!isDate || Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text.slice(0, 10))) {
    throw new UsageError(`${option} must be a date such as 2027-01-31 or 2027-01-31T12:00:00Z.`);
  }
  if (time <= new Date()) throw new UsageError(`${option} must be in the future.`);
  return time;
}
