import { type ParseArgsConfig, parseArgs } from 'node:util';
import { exitCodes } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';

/** The command line is wrong; the help follows the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

export interface Command<O extends Options> {
  readonly help: string;
  readonly options: O;
  readonly output: Output;
}

type ParsedArgs<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; allowNegative: true }>
>;

/** Parses the command line and runs `work`, which returns the exit code. Prints the help on --help and on a usage error. */
export async function runCommand<const O extends Options>(
  args: readonly string[],
  { help, options, output }: Command<O>,
  work: (parsed: ParsedArgs<O>) => Promise<number>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    output.stdout.write(help);
    return exitCodes.done;
  }
  try {
    return await work(parse(args, options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.stderr.write(`${error.message}\n\n${help}`);
    return exitCodes.usage;
  }
}

function parse<const O extends Options>(args: readonly string[], options: O): ParsedArgs<O> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
