import type { Config } from '../../config.ts';
import { createLog, type Log } from '../../log.ts';
import { warnAboutEnvFile } from './env-file-mistakes.ts';
import { logStrayOutput } from './log-stray-output.ts';

/** Creates the log of a process that runs until it is stopped. It also has what libraries would print, and mistakes in `.env`. */
export function createProcessLog({ logLevel }: Pick<Config, 'logLevel'>): Log {
  const log = createLog(logLevel);
  logStrayOutput(log);
  warnAboutEnvFile(log);
  return log;
}
