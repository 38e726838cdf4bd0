/** Something odd in a file that was read anyway. */
export interface Warning {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Collects warnings up to a bound, so that a hostile file cannot make the report larger than itself. */
export function createWarningList(): { readonly list: readonly Warning[]; warn(line: number, says: string): void } {
  const list: Warning[] = [];
  return {
    list,
    warn(line, says) {
      if (list.length < 100) list.push({ line, message: says });
    },
  };
}
