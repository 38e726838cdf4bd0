/** Environment variables by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const trueWords = ['true', '1', 'yes', 'on', 't', 'y'];
const falseWords = ['false', '0', 'no', 'off', 'f', 'n'];

/** A longer value may be a secret that was written after the wrong name, so a problem does not repeat it. */
const maxRepeatedLength = 15;

/** Reads typed values from environment variables and collects every problem. */
export type VariableReader = ReturnType<typeof createVariableReader>;

/** An empty variable counts as unset. An invalid one is recorded as a problem and read as unset. */
export function createVariableReader(env: EnvironmentVariables) {
  const problems: string[] = [];

  function reportProblem(name: string, problem: string): null {
    problems.push(`${name} ${problem}.`);
    return null;
  }

  function reportInvalid(name: string, expected: string, value = ''): null {
    const found = value !== '' && value.length <= maxRepeatedLength ? `, not ${JSON.stringify(value)}` : '';
    return reportProblem(name, `must be ${expected}${found}`);
  }

  function text(name: string): string | null {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  function parsed<T>(name: string, parse: (value: string) => T | null, expected: string): T | null {
    const value = text(name);
    return value === null ? null : (parse(value) ?? reportInvalid(name, expected, value));
  }

  /** A URL may contain a password, so a problem does not repeat it. */
  function parsedUrl(name: string, parse: (value: string) => string | null, expected: string): string | null {
    const value = text(name);
    return value === null ? null : (parse(value) ?? reportInvalid(name, expected));
  }

  function list<T>(name: string, parse: (item: string) => T | null, expected: string): T[] | null {
    const items = text(name)
      ?.split(',')
      .map((item) => item.trim());
    if (items === undefined) return null;
    const values = items.map((item) => parse(item));
    return values.includes(null) ? reportInvalid(name, `a comma-separated list, each ${expected}`) : (values as T[]);
  }

  return {
    problems,
    reportProblem,
    text,
    parsed,
    list,
    /** Like `list`, but a variable that is set and empty is an empty list. */
    listOrEmpty: <T>(name: string, parse: (item: string) => T | null, expected: string): T[] | null =>
      env[name]?.trim() === '' ? [] : list(name, parse, expected),
    integer: (name: string, range: { from: number; to: number }): number | null =>
      parsed(
        name,
        (value) => {
          const number = parseInteger(value);
          return number !== null && number >= range.from && number <= range.to ? number : null;
        },
        `a whole number from ${range.from} to ${range.to}`,
      ),
    flag: (name: string): boolean | null => parsed(name, parseFlag, 'true or false'),
    word: (name: string): string | null =>
      parsed(name, (value) => (/^[A-Za-z0-9_.-]{1,64}$/.test(value) ? value : null), 'one word'),
    oneOf: <T extends string>(name: string, choices: readonly T[]): T | null =>
      parsed(
        name,
        (value) => choices.find((choice) => choice === value.toLowerCase()) ?? null,
        `one of ${choices.join(', ')}`,
      ),
    url: (name: string, protocols: readonly string[]): string | null =>
      parsedUrl(
        name,
        (value) => (parseUrl(value, protocols) ? value : null),
        `a URL that begins with ${protocols.join('// or ')}//`,
      ),
    httpUrl: (name: string): string | null =>
      parsedUrl(
        name,
        (value) => (parseUrl(value, ['http:', 'https:']) ? value.replace(/\/+$/, '') : null),
        'a URL that begins with http:// or https://',
      ),
  };
}

export function parseUrl(text: string, protocols: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.hostname !== '' && protocols.includes(url.protocol) ? url : null;
}

export function parseInteger(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function parseFlag(value: string): boolean | null {
  const word = value.toLowerCase();
  if (trueWords.includes(word)) return true;
  return falseWords.includes(word) ? false : null;
}
