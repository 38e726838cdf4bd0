import { UsageError } from './run-command.ts';

/** Reads the value of an option that counts something. */
export function parseCount(text: string, option: string, { min, max }: { min: number; max: number }): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}.`);
}
