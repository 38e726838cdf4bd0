/** Whether an error means that the server is not running, starting or stopping. The driver has no error class for it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ECONNREFUSED|ECONNRESET|08...|57P0[123]|53300)$/.test(code)) return true;
  return /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message);
}
