import { readConfig } from '../../config.ts';
import { Failure } from '../../failure.ts';
import { createLog } from '../../log.ts';
import { type OperatorActions, operatorAtCommandLine } from '../../service/administration/index.ts';
import type { Output } from '../output/output.ts';
import { stripControlCharacters } from '../output/table.ts';
import { readVariablesWithEnvFile } from './env-file.ts';
import { type Installation, type InstallationOptions, openInstallation } from './open-installation.ts';

const commandName = 'reprise command';

/** An installation that an operator works on. */
export interface OperatedInstallation extends Installation {
  /** The actions of the operator, which are recorded in the audit. */
  readonly operator: OperatorActions;
}

/** Opens the installation for an operator's command, and closes it when `work` is done or has failed. */
export async function withInstallation<T>(
  work: (installation: OperatedInstallation) => Promise<T>,
  { access = 'administer' }: Partial<Pick<InstallationOptions, 'access'>> = {},
): Promise<T> {
  const installation = await openInstallation(readConfig(readVariablesWithEnvFile()), {
    access,
    applicationName: commandName,
    log: createLog('silent'),
    onLateClose: () => process.exit(1),
  });
  try {
    return await work({
      ...installation,
      operator: installation.administration.actionsOf(operatorAtCommandLine),
    });
  } finally {
    await installation.close();
  }
}

/** Acts on one name after another. If one fails, its message is printed and the others follow; the exit code is then 1. */
export function forEachNamed(
  names: readonly string[],
  { stderr }: Output,
  act: (installation: OperatedInstallation, name: string) => Promise<void>,
): Promise<number> {
  return withInstallation(async (installation) => {
    let exitCode = 0;
    for (const name of names) {
      try {
        await act(installation, name);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        stderr.write(`${stripControlCharacters(`${name}: ${error.message}`)} (${error.code})\n`);
        exitCode = 1;
      }
    }
    return exitCode;
  });
}
