import { type Config, readConfig } from '../../config.ts';
import { Failure, messageOf } from '../../failure.ts';
import { createLog } from '../../log.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { type CheckResult, ok, warning } from '../doctor/check.ts';
import { doctorChecks } from '../doctor/checks.ts';
import type { Output } from '../output/output.ts';
import { stripControlCharacters } from '../output/table.ts';
import { findEnvFileMistakes } from '../startup/env-file-mistakes.ts';
import { readVariablesWithEnvFile } from '../wiring/env-file.ts';
import { createShutdownSequence } from '../wiring/shutdown-sequence.ts';
import { withTimeout } from '../wiring/with-timeout.ts';

const name = 'doctor';
const help = `bin/reprise doctor [--json]

Checks configuration, data folder, disk, database, queue, storage, clock, the reports of a worker, memory, fonts, encoder and
mirrors, and says how to repair what is wrong. The exit code is 1 if the service could not work. Works whether the service is
running or not.
`;

const options = { json: { type: 'boolean', default: false } } as const;

/** A server that hangs must not hang the doctor. */
const checkTimeoutMs = 60_000;

interface NamedResult extends CheckResult {
  readonly name: string;
}

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, async ({ values: { json }, positionals }) => {
    if (positionals.length > 0) throw new UsageError('The command takes no arguments.');
    const results: NamedResult[] = [];
    for await (const result of runChecks()) {
      results.push(result);
      if (!json) output.stdout.write(textOf(result));
    }
    if (json) output.stdout.write(`${JSON.stringify(results)}\n`);
    return results.some(({ state }) => state === 'failed') ? 1 : 0;
  });
}

/** Yields each result as soon as it is known. Without a valid configuration, nothing else can be checked. */
async function* runChecks(): AsyncGenerator<NamedResult, void, void> {
  let config: Config;
  try {
    config = readConfig(readVariablesWithEnvFile());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const advice = 'Correct the variables named above.';
    yield { name: 'configuration', state: 'failed', message: error.message, advice };
    return;
  }
  const mistakes = findEnvFileMistakes();
  const result = mistakes.length === 0 ? ok('valid') : warning(mistakes.join('\n'), 'Correct the file .env.');
  yield { name: 'configuration', ...result };
  const log = createLog('silent');
  const shutdown = createShutdownSequence({ log, drainSeconds: config.drainSeconds, onLate: () => process.exit(1) });
  try {
    for (const { name, run, advice } of doctorChecks(config, { log, shutdown })) {
      yield await withTimeout(run(), checkTimeoutMs).then(
        (result) => ({ name, ...result }),
        (error: unknown) => ({ name, state: 'failed' as const, message: messageOf(error), advice }),
      );
    }
  } finally {
    await shutdown.stop();
  }
}

function textOf({ name, state, message, advice }: NamedResult): string {
  const label = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' }[state];
  const indent = ' '.repeat(24);
  const text = message.split('\n').map(stripControlCharacters).join(`\n${indent}`);
  const line = `${label}  ${name.padEnd(13)}  ${text}\n`;
  return advice === null ? line : `${line}${indent}→ ${advice}\n`;
}
