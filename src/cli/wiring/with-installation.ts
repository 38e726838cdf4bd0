import { readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { type OperatorActions, operatorAtCommandLine } from '../../service/administration/index.ts';
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
    onLateClose: () => process.exit(0),
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
