import { readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { readVariablesWithEnvFile } from './env-file.ts';
import { type Installation, type InstallationOptions, openInstallation } from './open-installation.ts';

const commandName = 'reprise command';

/** Opens the installation for an operator's command, and closes it when `work` is done or has failed. */
export async function withInstallation<T>(
  work: (installation: Installation) => Promise<T>,
  { access = 'administer' }: Partial<Pick<InstallationOptions, 'access'>> = {},
): Promise<T> {
  const installation = await openInstallation(readConfig(readVariablesWithEnvFile()), {
    access,
    applicationName: commandName,
    log: createLog('silent'),
    onLateClose: () => process.exit(0),
  });
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}
