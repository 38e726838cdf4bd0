import { UsageError } from './run-command.ts';

/** The name of a key or a lent worker. It is a label of /metrics, and is printed in tables. */
export function parseName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,62}[A-Za-z0-9]$|^[A-Za-z0-9]$/.test(name)) return name;
  throw new UsageError(
    'A name has 1 to 64 letters, digits, spaces, dots, hyphens or underscores, with a letter or digit at both ends.',
  );
}
