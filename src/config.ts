import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { Failure } from './failure.ts';

/** Everything an operator can set, read once from the environment and passed on as values. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where clients reach the service, without a slash at the end. */
  readonly publicUrl: string;
  /** An absolute folder. */
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly storage: StorageConfig;
  readonly renderWorkers: number;
  readonly webhookSecret: string | null;
  readonly debug: boolean;
  readonly limits: Limits;
  /** Whose Edge-Connecting-IP header is believed; empty: anyone's. */
  readonly trustedProxies: readonly Cidr[];
  /** URL templates, or the table of public mirrors; empty: the local library only. */
  readonly beatmapMirrors: 'public' | readonly string[];
  readonly logLevel: LogLevel;
  readonly corsOrigins: '*' | readonly string[];
  readonly renderer: { readonly kind: 'builtin' } | { readonly kind: 'danser'; readonly path: string };
  readonly encoding: {
    readonly preset: string;
    readonly crf: number;
    readonly encoder: string;
    /** Found in PATH unless given. */
    readonly ffmpegPath?: string;
  };
  /** null: by the map's length. */
  readonly renderTimeoutSeconds: number | null;
  /** What one render may hold of the machine's memory. null: by the size of the picture. */
  readonly renderMemoryMb: number | null;
  /** Processes that may share one render. null: as many as the cores and the memory allow. */
  readonly renderProcesses: number | null;
  /** How long renders may go on once the process is asked to stop. */
  readonly drainSeconds: number;
  /** The longest part in which a render is shared out. null: by its length; 0: none is shared out. */
  readonly segmentSeconds: number | null;
  /** Where remote workers send the completion callback. */
  readonly serviceUrl: string | null;
  readonly osuApi: { readonly clientId: string; readonly clientSecret: string } | null;
  readonly retention: { readonly days: number | null; readonly maxStorageBytes: number | null };
}

export type DatabaseConfig = { readonly kind: 'embedded' } | { readonly kind: 'url'; readonly url: string };

export type StorageConfig = { readonly kind: 'local' } | S3Config;

export interface S3Config {
  readonly kind: 's3';
  /** null: Amazon's own, found by the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The endpoint as clients reach it, for pre-signed URLs; null: the same one. */
  readonly publicEndpoint: string | null;
  readonly pathStyle: boolean;
}

export interface Limits {
  readonly maxQueued: number;
  readonly maxRendering: number;
  readonly maxReplayBytes: number;
  readonly maxSkinBytes: number;
  readonly maxBeatmapBytes: number;
}

/** In the form that `net.BlockList.addSubnet` takes. */
export interface Cidr {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const bytesPerMb = 1024 * 1024;
const bytesPerGb = 1024 * bytesPerMb;
const trueWords = ['true', '1', 'yes', 'on', 't', 'y'];
const falseWords = ['false', '0', 'no', 'off', 'f', 'n'];

/** Reads the whole configuration, or throws one failure that lists every mistake in it. */
export function readConfig(env: EnvironmentVariables, workingFolder: string = process.cwd()): Config {
  const read = createReader(env);
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.integer('PORT', { from: 0, to: 65_535 }) ?? 8727;
  const config: Config = {
    host,
    port,
    publicUrl: read.httpUrl('PUBLIC_URL') ?? `http://${reachableHost(host)}:${port}`,
    dataDir: resolve(workingFolder, read.text('DATA_DIR') ?? 'data'),
    database: readDatabase(read),
    storage: readStorage(read),
    renderWorkers: read.integer('RENDER_WORKERS', { from: 0, to: 256 }) ?? 1,
    webhookSecret: read.text('WEBHOOK_SECRET'),
    debug: read.flag('DEBUG') ?? false,
    limits: {
      maxQueued: read.integer('MAX_QUEUED', { from: 0, to: 1_000_000 }) ?? 100,
      maxRendering: read.integer('MAX_RENDERING', { from: 0, to: 1_000_000 }) ?? 20,
      maxReplayBytes: (read.integer('MAX_REPLAY_SIZE_MB', { from: 1, to: 1024 }) ?? 50) * bytesPerMb,
      maxSkinBytes: (read.integer('MAX_SKIN_SIZE_MB', { from: 1, to: 4096 }) ?? 200) * bytesPerMb,
      maxBeatmapBytes: (read.integer('MAX_BEATMAP_SIZE_MB', { from: 1, to: 4096 }) ?? 100) * bytesPerMb,
    },
    trustedProxies: read.list('TRUSTED_PROXIES', parseCidr, 'an IP address or a range such as 10.0.0.0/8') ?? [],
    beatmapMirrors:
      read.listOrEmpty('BEATMAP_MIRRORS', parseMirror, 'an http(s) URL with {set} or {md5} in it') ?? 'public',
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    corsOrigins: readCorsOrigins(read),
    renderer: readRenderer(read),
    encoding: readEncoding(read),
    renderTimeoutSeconds: read.integer('RENDER_TIMEOUT_SECONDS', { from: 1, to: 86_400 }),
    renderMemoryMb: read.integer('RENDER_MEMORY_MB', { from: 256, to: 1_000_000 }),
    renderProcesses: read.integer('RENDER_PROCESSES', { from: 1, to: 256 }),
    drainSeconds: read.integer('DRAIN_SECONDS', { from: 0, to: 86_400 }) ?? 3,
    segmentSeconds: read.integer('SEGMENT_SECONDS', { from: 0, to: 3600 }),
    serviceUrl: read.httpUrl('SERVICE_URL'),
    osuApi: readOsuApi(read),
    retention: {
      days: read.integer('RETENTION_DAYS', { from: 1, to: 36_500 }),
      maxStorageBytes: times(read.integer('MAX_STORAGE_GB', { from: 1, to: 1_000_000 }), bytesPerGb),
    },
  };
  if (read.mistakes.length > 0) {
    throw new Failure('config/invalid', ['The configuration has mistakes:', ...read.mistakes].join('\n  '));
  }
  return config;
}

function readDatabase(read: Reader): DatabaseConfig {
  const url = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  return url === null ? { kind: 'embedded' } : { kind: 'url', url };
}

/** A bucket alone makes it S3; every other S3 setting without one is half a configuration. */
function readStorage(read: Reader): StorageConfig {
  const endpoint = read.httpUrl('S3_ENDPOINT');
  const region = read.text('S3_REGION');
  const bucket = read.text('S3_BUCKET');
  const accessKeyId = read.text('S3_ACCESS_KEY_ID');
  const secretAccessKey = read.text('S3_SECRET_ACCESS_KEY');
  const publicEndpoint = read.httpUrl('S3_PUBLIC_ENDPOINT');
  const pathStyle = read.flag('S3_PATH_STYLE');
  if ([endpoint, region, bucket, accessKeyId, secretAccessKey, publicEndpoint, pathStyle].every((x) => x === null)) {
    return { kind: 'local' };
  }
  for (const [name, value] of Object.entries({
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })) {
    if (value === null) read.mistake(name, 'is needed too when any S3 setting is given');
  }
  return {
    kind: 's3',
    endpoint,
    region: region ?? 'us-east-1',
    bucket: bucket ?? '',
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    publicEndpoint,
    pathStyle: pathStyle ?? endpoint !== null,
  };
}

function readEncoding(read: Reader): Config['encoding'] {
  const ffmpegPath = read.text('FFMPEG_PATH');
  return {
    preset: read.word('RENDER_PRESET') ?? 'veryfast',
    crf: read.integer('RENDER_CRF', { from: 0, to: 51 }) ?? 20,
    encoder: read.word('RENDER_ENCODER') ?? 'libx264',
    ...(ffmpegPath === null ? {} : { ffmpegPath }),
  };
}

function readRenderer(read: Reader): Config['renderer'] {
  const kind = read.oneOf('RENDERER', ['builtin', 'danser']) ?? 'builtin';
  const path = read.text('DANSER_PATH');
  if (kind === 'builtin') return { kind };
  if (path === null) read.mistake('DANSER_PATH', 'is needed with RENDERER=danser: the path of danser-cli');
  return { kind, path: path ?? '' };
}

function readOsuApi(read: Reader): Config['osuApi'] {
  const clientId = read.text('OSU_CLIENT_ID');
  const clientSecret = read.text('OSU_CLIENT_SECRET');
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret };
  if (clientId !== null) read.mistake('OSU_CLIENT_SECRET', 'is needed with OSU_CLIENT_ID');
  if (clientSecret !== null) read.mistake('OSU_CLIENT_ID', 'is needed with OSU_CLIENT_SECRET');
  return null;
}

function readCorsOrigins(read: Reader): Config['corsOrigins'] {
  const origins = read.list('CORS_ORIGINS', parseOrigin, 'an origin such as https://example.org, or *');
  return origins === null || origins.includes('*') ? '*' : origins;
}

/** An address nobody can dial stands for every address of this machine. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}

function parseCidr(text: string): Cidr | null {
  const [address = '', digits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return null;
  const longest = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? longest : parseInteger(digits);
  if (prefix === null || prefix > longest) return null;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

function parseMirror(text: string): string | null {
  return /\{(set|md5)\}/.test(text) && parseUrl(text, ['http:', 'https:']) !== null ? text : null;
}

function parseOrigin(text: string): string | null {
  if (text === '*') return text;
  const url = parseUrl(text, ['http:', 'https:']);
  return url !== null && url.origin === text.toLowerCase() ? url.origin : null;
}

function parseUrl(text: string, protocols: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.hostname !== '' && protocols.includes(url.protocol) ? url : null;
}

function parseInteger(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

type Reader = ReturnType<typeof createReader>;

/** Reads one variable at a time; an empty one counts as unset, a wrong one is noted and read as unset. */
function createReader(env: EnvironmentVariables) {
  const mistakes: string[] = [];

  function mistake(name: string, says: string): null {
    mistakes.push(`${name} ${says}.`);
    return null;
  }

  // Secrets may stand in any variable, a mistyped one too, so a mistake never repeats the value it found.
  function expected(name: string, what: string): null {
    return mistake(name, `must be ${what}`);
  }

  function text(name: string): string | null {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  function parsed<T>(name: string, parse: (value: string) => T | null, what: string): T | null {
    const value = text(name);
    return value === null ? null : (parse(value) ?? expected(name, what));
  }

  function list<T>(name: string, parse: (item: string) => T | null, what: string): T[] | null {
    const items = text(name)
      ?.split(',')
      .map((item) => item.trim());
    if (items === undefined) return null;
    const values = items.map((item) => parse(item));
    return values.includes(null) ? expected(name, `a list with commas, each ${what}`) : (values as T[]);
  }

  return {
    mistakes,
    mistake,
    text,
    list,
    /** Like `list`, but a variable that is set and empty is an empty list. */
    listOrEmpty: <T>(name: string, parse: (item: string) => T | null, what: string): T[] | null =>
      env[name]?.trim() === '' ? [] : list(name, parse, what),
    integer: (name: string, range: { from: number; to: number }): number | null =>
      parsed(
        name,
        (value) => {
          const number = parseInteger(value);
          return number !== null && number >= range.from && number <= range.to ? number : null;
        },
        `a whole number from ${range.from} to ${range.to}`,
      ),
    flag: (name: string): boolean | null =>
      parsed(
        name,
        (value) => {
          const word = value.toLowerCase();
          return trueWords.includes(word) ? true : falseWords.includes(word) ? false : null;
        },
        'true or false',
      ),
    word: (name: string): string | null =>
      parsed(name, (value) => (/^[A-Za-z0-9_.-]{1,64}$/.test(value) ? value : null), 'one word'),
    oneOf: <T extends string>(name: string, choices: readonly T[]): T | null =>
      parsed(
        name,
        (value) => choices.find((choice) => choice === value.toLowerCase()) ?? null,
        `one of ${choices.join(', ')}`,
      ),
    url: (name: string, protocols: readonly string[]): string | null =>
      parsed(
        name,
        (value) => (parseUrl(value, protocols) ? value : null),
        `a URL that begins with ${protocols.join('// or ')}//`,
      ),
    httpUrl: (name: string): string | null =>
      parsed(
        name,
        (value) => (parseUrl(value, ['http:', 'https:']) ? value.replace(/\/+$/, '') : null),
        'a URL that begins with http:// or https://',
      ),
  };
}
