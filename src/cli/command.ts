import { type ParseArgsConfig, parseArgs } from 'node:util';
import { exitCodes } from './exit-code.ts';
import type { Output } from './output.ts';

/** The command line is not what the help says. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command<Options extends NonNullable<ParseArgsConfig['options']>> {
  readonly help: string;
  readonly options: Options;
  readonly out: Output;
}

type Parsed<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; allowNegative: true }>
>;

/** Reads the command line and runs `work`; shows the help where it is asked for or not heeded. */
export async function runCommand<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  { help, options, out }: Command<Options>,
  work: (parsed: Parsed<Options>) => Promise<number>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    out.stdout.write(help);
    return exitCodes.done;
  }
  try {
    return await work(read(args, options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    out.stderr.write(`${error.message}\n\n${help}`);
    return exitCodes.usage;
  }
}

function read<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
): Parsed<Options> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
