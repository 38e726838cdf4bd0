import { type ParseArgsConfig, parseArgs } from 'node:util';
import { exitCodes } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';

/** The command line is wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** What a value must be, for a message about a missing one. */
  readonly expected?: string;
};
type Options = Readonly<Record<string, Option>>;

export interface Command<O extends Options> {
  readonly name: string;
  readonly help: string;
  readonly options: O;
  readonly output: Output;
}

type ParsedArgs<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; allowNegative: true }>
>;

/** Parses the command line and runs `work`, which returns the exit code. Prints the help on --help. */
export async function runCommand<const O extends Options>(
  args: readonly string[],
  { name, help, options, output }: Command<O>,
  work: (parsed: ParsedArgs<O>) => Promise<number>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    output.stdout.write(help);
    return exitCodes.done;
  }
  try {
    return await work(parseOptions(args, options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // Not the help itself: a long one would push the message off the screen.
    output.stderr.write(`${error.message}\nSee bin/reprise ${name} --help.\n`);
    return exitCodes.usage;
  }
}

export function parseOptions<const O extends Options>(args: readonly string[], options: O): ParsedArgs<O> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError(problemOf(args, options) ?? (error as Error).message);
  }
}

/** The first problem in our words: Node's own refer to its API. Null if there is none that is known. */
function problemOf(args: readonly string[], options: Options): string | null {
  const { tokens } = parseArgs({ args: [...args], options, allowNegative: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    const isNegative = rawName === `--no-${name}`;
    if (option === undefined || (isNegative && option.type === 'string')) return `There is no option ${rawName}.`;
    if (option.type === 'boolean' && value !== undefined) return `${rawName} takes no value.`;
    if (option.type === 'boolean' || inlineValue === true) continue;
    const needed = `${rawName} needs ${option.expected ?? 'a value'}.`;
    if (value === undefined) return needed;
    if (value.startsWith('-')) return `${needed} Write one that begins with a hyphen as ${rawName}=${value}.`;
  }
  return null;
}
