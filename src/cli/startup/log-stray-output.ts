import { format } from 'node:util';
import type { Log } from '../../log.ts';

/**
 * Logs what Node and libraries would write to standard error as plain text, so that every line of a running service is JSON:
 * warnings, console output and the error that ends the process.
 */
export function logStrayOutput(log: Log): void {
  // Node's own listener writes plain text.
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ err }, 'a library or Node.js warns'));
  console.warn = (...values: unknown[]) => log.warn({ output: format(...values) }, 'a library warns');
  console.error = (...values: unknown[]) => log.error({ output: format(...values) }, 'a library reports an error');
  process.once('uncaughtException', (err) => {
    log.fatal({ err }, 'a bug ends the process');
    process.exit(1);
  });
}
