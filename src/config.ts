import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { encoderPresets } from './encoder-presets.ts';
import { Failure } from './failure.ts';
import {
  createVariableReader,
  type EnvironmentVariables,
  parseInteger,
  parseUrl,
  type VariableReader,
} from './variable-reader.ts';

export type { EnvironmentVariables };

/** Everything that an operator can set. It is read once from the environment and passed on as values. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** A separate port for /metrics; null: /metrics is at `port`. */
  readonly metricsPort: number | null;
  /** The URL under which clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
  /** The path of `publicUrl`, below which a proxy offers the service; empty if there is none. */
  readonly basePath: string;
  /** An absolute path. */
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly storage: StorageConfig;
  readonly renderWorkers: number;
  readonly webhookSecret: string | null;
  /** What an operator enters at /admin; null: there is no administration over HTTP. */
  readonly adminToken: string | null;
  readonly debug: boolean;
  /** Whether submissions and uploads need a key. */
  readonly requireKey: boolean;
  /** Hosts in a private network to which callbacks may be sent, with or without a port. */
  readonly callbackHosts: readonly string[];
  readonly limits: Limits;
  /** The addresses whose `clientIpHeader` is trusted; empty: all. */
  readonly trustedProxies: readonly Cidr[];
  /** The header, in lower case, in which the proxy sends the client's address. */
  readonly clientIpHeader: string;
  /** URL templates and hosts they redirect to, or the table of public mirrors; empty: only the local library. */
  readonly beatmapMirrors: 'public' | readonly string[];
  readonly logLevel: LogLevel;
  /** The origins whose pages may read responses; `*` stands for all. */
  readonly corsOrigins: readonly string[];
  /** The origins whose pages may show `/embed` in a frame; `*` stands for all. */
  readonly frameAncestors: readonly string[];
  readonly renderer: { readonly kind: 'builtin' } | { readonly kind: 'danser'; readonly path: string };
  readonly encoding: {
    readonly preset: string;
    readonly crf: number;
    readonly encoder: string;
    /** By default, ffmpeg is looked up in PATH. */
    readonly ffmpegPath?: string;
  };
  /** Null: derived from the length of the map. */
  readonly renderTimeoutSeconds: number | null;
  /** The memory limit of one render. Null: derived from the size of the video. */
  readonly renderMemoryMb: number | null;
  /** The maximum number of processes per render. Null: as many as the cores and the memory allow. */
  readonly renderProcesses: number | null;
  /** How long renders may go on after the process gets a stop signal. */
  readonly drainSeconds: number;
  /** The maximum length of a segment that another worker renders. Null: derived from the length of the video; 0: no segments. */
  readonly segmentSeconds: number | null;
  /** The share of the segments of untrusted workers that is rendered again and compared. */
  readonly checkShare: number;
  /** The URL to which remote workers send completion reports. */
  readonly serviceUrl: string | null;
  /** The token of a worker that is lent to a service. */
  readonly workerToken: string | null;
  readonly osuApi: { readonly clientId: string; readonly clientSecret: string } | null;
  readonly retention: {
    readonly days: number | null;
    readonly maxStorageBytes: number | null;
    /** For beatmap sets from mirrors; maxStorageBytes does not count them. */
    readonly maxBeatmapCacheBytes: number;
  };
}

export type DatabaseConfig = { readonly kind: 'embedded' } | { readonly kind: 'url'; readonly url: string };

export type StorageConfig = { readonly kind: 'local' } | S3Config;

export interface S3Config {
  readonly kind: 's3';
  /** Null: Amazon's endpoint of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The endpoint in pre-signed URLs, if clients reach it under another address; null: `endpoint`. */
  readonly publicEndpoint: string | null;
  readonly pathStyle: boolean;
}

export interface Limits {
  readonly maxQueued: number;
  /** Admission refuses every job while this many are in progress, however short the queue is. */
  readonly maxRendering: number;
  readonly maxReplayBytes: number;
  readonly maxSkinBytes: number;
  readonly maxBeatmapBytes: number;
  /** Submissions of one client. */
  readonly submissionsPerMinute: number;
  /** Unfinished jobs of one client. */
  readonly maxActivePerClient: number;
  readonly maxVideoSeconds: number;
  readonly maxResolution: Resolution;
  readonly maxFps: (typeof frameRates)[keyof typeof frameRates];
}

const frameRates = { 30: 30, 60: 60, 120: 120 } as const;
const resolutions = ['480p', '720p', '1080p', '4k'] as const;
export type Resolution = (typeof resolutions)[number];

/** An address range, in the form that `net.BlockList.addSubnet` takes. */
export interface Cidr {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const bytesPerMb = 1024 * 1024;
const bytesPerGb = 1024 * bytesPerMb;

/** Reads the whole configuration, or throws one failure that lists every problem. */
export function readConfig(env: EnvironmentVariables, workingFolder: string = process.cwd()): Config {
  const { config, problems } = parseConfig(env, workingFolder);
  if (problems.length > 0) throw configFailure(problems);
  return config;
}

/** The names of all variables. */
export function variableNames(): string[] {
  const names = new Set<string>();
  parseConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }), '/');
  return [...names];
}

/** One failure that lists every problem. */
export function configFailure(problems: readonly string[]): Failure {
  return new Failure('config/invalid', ['The configuration is invalid:', ...problems].join('\n  '));
}

/** Reads the whole configuration; a variable with a problem is read as unset. Each problem is a sentence. */
export function parseConfig(
  env: EnvironmentVariables,
  workingFolder: string = process.cwd(),
): { config: Config; problems: readonly string[] } {
  const read = createVariableReader(env);
  const host = read.parsed('HOST', parseHostName, 'an address or a host name') ?? '127.0.0.1';
  const port = read.integer('PORT', { from: 0, to: 65_535 }) ?? 8727;
  const renderWorkers = read.integer('RENDER_WORKERS', { from: 0, to: 256 }) ?? 1;
  const publicUrl = read.httpUrl('PUBLIC_URL');
  const config: Config = {
    host,
    port,
    metricsPort: readMetricsPort(read, port),
    publicUrl: publicUrl ?? `http://${reachableHost(host)}:${port}`,
    basePath: publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, ''),
    dataDir: resolve(workingFolder, read.text('DATA_DIR') ?? 'data'),
    database: readDatabase(read),
    storage: readStorage(read),
    renderWorkers,
    webhookSecret: read.text('WEBHOOK_SECRET'),
    adminToken: readAdminToken(read),
    debug: read.flag('DEBUG') ?? false,
    requireKey: read.flag('REQUIRE_KEY') ?? false,
    callbackHosts: read.list('CALLBACK_HOSTS', parseHost, 'a host such as bot.internal or 10.0.0.5:8080') ?? [],
    limits: {
      maxQueued: read.integer('MAX_QUEUED', { from: 0, to: 1_000_000 }) ?? 100,
      // More than the renders of this process, or jobs would be refused instead of queued when all of them are busy.
      maxRendering: read.integer('MAX_RENDERING', { from: 0, to: 1_000_000 }) ?? Math.max(20, 2 * renderWorkers),
      maxReplayBytes: (read.integer('MAX_REPLAY_SIZE_MB', { from: 1, to: 1024 }) ?? 50) * bytesPerMb,
      maxSkinBytes: (read.integer('MAX_SKIN_SIZE_MB', { from: 1, to: 4096 }) ?? 200) * bytesPerMb,
      maxBeatmapBytes: (read.integer('MAX_BEATMAP_SIZE_MB', { from: 1, to: 4096 }) ?? 100) * bytesPerMb,
      submissionsPerMinute: read.integer('RATE_LIMIT_PER_MINUTE', { from: 1, to: 100_000 }) ?? 5,
      maxActivePerClient: read.integer('MAX_ACTIVE_PER_CLIENT', { from: 1, to: 1_000_000 }) ?? 2,
      maxVideoSeconds: read.integer('MAX_VIDEO_SECONDS', { from: 1, to: 10_800 }) ?? 10_800,
      maxResolution: read.oneOf('MAX_RESOLUTION', resolutions) ?? '4k',
      maxFps: frameRates[read.oneOf('MAX_FPS', ['30', '60', '120']) ?? '120'],
    },
    trustedProxies: read.list('TRUSTED_PROXIES', parseCidr, 'an IP address or a range such as 10.0.0.0/8') ?? [],
    clientIpHeader: (read.word('CLIENT_IP_HEADER') ?? 'Edge-Connecting-IP').toLowerCase(),
    beatmapMirrors:
      read.listOrEmpty('BEATMAP_MIRRORS', parseMirror, 'a URL with {set} or {md5}, or the address of a host') ??
      'public',
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    corsOrigins: read.list('CORS_ORIGINS', parseOrigin, 'an origin such as https://example.org, or *') ?? ['*'],
    frameAncestors: read.list('FRAME_ANCESTORS', parseOrigin, 'an origin such as https://example.org, or *') ?? ['*'],
    renderer: readRenderer(read),
    encoding: readEncoding(read),
    renderTimeoutSeconds: read.integer('RENDER_TIMEOUT_SECONDS', { from: 1, to: 86_400 }),
    renderMemoryMb: read.integer('RENDER_MEMORY_MB', { from: 256, to: 1_000_000 }),
    renderProcesses: read.integer('RENDER_PROCESSES', { from: 1, to: 256 }),
    drainSeconds: read.integer('DRAIN_SECONDS', { from: 0, to: 86_400 }) ?? 3,
    segmentSeconds: read.integer('SEGMENT_SECONDS', { from: 0, to: 3600 }),
    checkShare: (read.integer('CHECK_PERCENT', { from: 0, to: 100 }) ?? 5) / 100,
    serviceUrl: read.httpUrl('SERVICE_URL'),
    workerToken: read.text('WORKER_TOKEN'),
    osuApi: readOsuApi(read),
    retention: {
      days: read.integer('RETENTION_DAYS', { from: 1, to: 36_500 }),
      maxStorageBytes: times(read.integer('MAX_STORAGE_GB', { from: 1, to: 1_000_000 }), bytesPerGb),
      maxBeatmapCacheBytes: (read.integer('MAX_BEATMAP_CACHE_GB', { from: 0, to: 1_000_000 }) ?? 20) * bytesPerGb,
    },
  };
  return { config, problems: read.problems };
}

function readMetricsPort(read: VariableReader, port: number): number | null {
  const metricsPort = read.integer('METRICS_PORT', { from: 1, to: 65_535 });
  if (metricsPort === port) read.reportProblem('METRICS_PORT', 'must differ from PORT');
  return metricsPort;
}

function readDatabase(read: VariableReader): DatabaseConfig {
  const url = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  return url === null ? { kind: 'embedded' } : { kind: 'url', url };
}

/** It is sent in a header, and must be too long to be guessed. */
function readAdminToken(read: VariableReader): string | null {
  const token = read.text('ADMIN_TOKEN');
  if (token === null || /^[\x21-\x7e]{16,200}$/.test(token)) return token;
  read.reportProblem('ADMIN_TOKEN', 'must have 16 to 200 letters, digits or signs, without spaces');
  return null;
}

/** Any S3 setting selects S3 storage, which then needs a bucket and its keys. */
function readStorage(read: VariableReader): StorageConfig {
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
    if (value === null) read.reportProblem(name, 'is required if any S3 setting is set');
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

function readEncoding(read: VariableReader): Config['encoding'] {
  const ffmpegPath = read.text('FFMPEG_PATH');
  return {
    preset: read.oneOf('RENDER_PRESET', encoderPresets) ?? 'balanced',
    crf: read.integer('RENDER_CRF', { from: 0, to: 51 }) ?? 20,
    encoder: read.word('RENDER_ENCODER') ?? 'libx264',
    ...(ffmpegPath === null ? {} : { ffmpegPath }),
  };
}

function readRenderer(read: VariableReader): Config['renderer'] {
  const kind = read.oneOf('RENDERER', ['builtin', 'danser']) ?? 'builtin';
  const path = read.text('DANSER_PATH');
  if (kind === 'builtin') return { kind };
  if (path === null) read.reportProblem('DANSER_PATH', 'is required with RENDERER=danser: the path of danser-cli');
  return { kind, path: path ?? '' };
}

function readOsuApi(read: VariableReader): Config['osuApi'] {
  const clientId = read.text('OSU_CLIENT_ID');
  const clientSecret = read.text('OSU_CLIENT_SECRET');
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret };
  if (clientId !== null) read.reportProblem('OSU_CLIENT_SECRET', 'is required with OSU_CLIENT_ID');
  if (clientSecret !== null) read.reportProblem('OSU_CLIENT_ID', 'is required with OSU_CLIENT_SECRET');
  return null;
}

/** The unspecified address means all addresses of this machine; clients cannot connect to it. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  // A URL has no zone, as in fe80::1%eth0.
  return isIP(host) === 6 ? `[${host.replace(/%.*/, '')}]` : host;
}

function parseCidr(text: string): Cidr | null {
  const [address = '', digits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return null;
  const maxPrefix = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? maxPrefix : parseInteger(digits);
  if (prefix === null || prefix > maxPrefix) return null;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** A template, or the address of a host that a mirror redirects to. */
function parseMirror(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:']);
  if (url === null) return null;
  return /\{(set|md5)\}/.test(text) || url.href === `${url.origin}/` ? text : null;
}

function parseOrigin(text: string): string | null {
  if (text === '*') return text;
  const url = parseUrl(text, ['http:', 'https:']);
  return url !== null && url.origin === text.toLowerCase() ? url.origin : null;
}

/** An address or a name, without a port. */
function parseHostName(text: string): string | null {
  if (isIP(text) !== 0) return text;
  const host = parseHost(text);
  // A URL would write an incomplete address such as 127.1 in another way.
  return host !== null && host === text.toLowerCase() && !host.includes(':') ? text : null;
}

/** A host with or without a port, as URLs have it. */
function parseHost(text: string): string | null {
  const url = /[/@?#*]/.test(text) ? null : parseUrl(`http://${text}`, ['http:']);
  return url === null || url.pathname !== '/' ? null : url.host;
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}
