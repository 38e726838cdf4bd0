import { type Config, readConfig } from '../config.ts';
import { Failure } from '../failure.ts';
import { createLog } from '../log.ts';
import { runCommand, UsageError } from './command.ts';
import { checksOf, type Finding } from './doctor-checks.ts';
import { readEnvironment } from './environment.ts';
import type { Output } from './output.ts';
import { createStopList } from './stop.ts';
import { plain } from './table.ts';
import { within } from './within.ts';

const help = `bin/reprise doctor [--json]

Looks at configuration, data folder, database, storage, queue, fonts, encoder and mirrors, says what to do where something
is wrong, and ends with 1 when the service could not work. Works beside a running service, or without one.
`;

const options = { json: { type: 'boolean', default: false } } as const;

/** How long one look may take; a server that hangs is an answer, too. */
const patienceMs = 60_000;

export function run(args: readonly string[], out: Output = process): Promise<number> {
  return runCommand(args, { help, options, out }, async ({ values: { json }, positionals }) => {
    if (positionals.length > 0) throw new UsageError('It takes no names.');
    const findings: Finding[] = [];
    for await (const finding of examine()) {
      findings.push(finding);
      if (!json) out.stdout.write(textOf(finding));
    }
    if (json) out.stdout.write(`${JSON.stringify(findings)}\n`);
    return findings.some(({ state }) => state === 'failed') ? 1 : 0;
  });
}

/** Without a configuration there is nothing else to look at. */
async function* examine(): AsyncGenerator<Finding, void, void> {
  let config: Config;
  try {
    config = readConfig(readEnvironment());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    yield {
      name: 'configuration',
      state: 'failed',
      message: error.message,
      advice: 'Correct the variables named above.',
    };
    return;
  }
  yield { name: 'configuration', state: 'ok', message: 'can be read', advice: null };
  const log = createLog('silent');
  const running = createStopList(log, config);
  try {
    for (const { name, look, advice } of checksOf(config, { log, running })) {
      yield await within(patienceMs, look()).then(
        (found) => ({ name, ...found }),
        (error: unknown) => ({ name, state: 'failed' as const, message: messageOf(error), advice }),
      );
    }
  } finally {
    await running.stop();
  }
}

function textOf({ name, state, message, advice }: Finding): string {
  const mark = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' }[state];
  const line = `${mark}  ${name.padEnd(13)}  ${message
    .split('\n')
    .map(plain)
    .join(`\n${' '.repeat(24)}`)}\n`;
  return advice === null ? line : `${line}${' '.repeat(24)}→ ${advice}\n`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
