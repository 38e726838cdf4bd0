/** The result of one check. */
export interface CheckResult {
  /** `warning`: the service works, but not as it should. */
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
  /** What to do; null if nothing needs to be done. */
  readonly advice: string | null;
}

export interface Check {
  readonly name: string;
  /** Throws if the check fails. */
  readonly run: () => Promise<CheckResult>;
  /** What to do if the check fails. */
  readonly advice: string;
}

export function ok(message: string): CheckResult {
  return { state: 'ok', message, advice: null };
}

export function warning(message: string, advice: string): CheckResult {
  return { state: 'warning', message, advice };
}
