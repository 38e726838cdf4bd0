import { namePattern } from '../../contract/index.ts';
import { UsageError } from './run-command.ts';

/** Reads the name of a key or a lent worker. */
export function parseName(name: string): string {
  if (namePattern.test(name)) return name;
  throw new UsageError(
    'A name has 1 to 64 letters, digits, spaces, dots, hyphens or underscores, with a letter or digit at both ends.',
  );
}
