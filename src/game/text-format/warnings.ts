/** A problem in a file that did not prevent reading it. */
export interface Warning {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly message: string;
}

const maxWarnings = 100;

/** Reports a problem in a line. */
export type Warn = (line: number, message: string) => void;

/** Collects warnings up to a limit, so that a hostile file cannot produce an endless report. */
export function createWarningList(): { readonly list: readonly Warning[]; readonly warn: Warn } {
  const list: Warning[] = [];
  return {
    list,
    warn(line, message) {
      if (list.length < maxWarnings) list.push({ line, message });
    },
  };
}
