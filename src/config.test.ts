import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../test/support/files/any-text.ts';
import { readConfig, variableNames } from './config.ts';
import { Failure } from './failure.ts';

const read = (env: Record<string, string>) => readConfig(env, '/srv/reprise');

test('an empty environment is a complete configuration', () => {
  expect(read({})).toEqual({
    host: '127.0.0.1',
    port: 8727,
    metricsPort: null,
    publicUrl: 'http://127.0.0.1:8727',
    basePath: '',
    dataDir: '/srv/reprise/data',
    database: { kind: 'embedded' },
    storage: { kind: 'local' },
    renderWorkers: 1,
    webhookSecret: null,
    adminToken: null,
    debug: false,
    requireKey: false,
    callbackHosts: [],
    limits: {
      maxQueued: 100,
      maxRendering: 20,
      maxReplayBytes: 50 * 1024 * 1024,
      maxSkinBytes: 200 * 1024 * 1024,
      maxBeatmapBytes: 100 * 1024 * 1024,
      submissionsPerMinute: 5,
      maxActivePerClient: 2,
      maxVideoSeconds: 10_800,
      maxResolution: '4k',
      maxFps: 120,
    },
    trustedProxies: [],
    clientIpHeader: 'edge-connecting-ip',
    beatmapMirrors: 'public',
    logLevel: 'info',
    corsOrigins: ['*'],
    frameAncestors: ['*'],
    renderer: { kind: 'builtin' },
    encoding: { preset: 'balanced', crf: 20, encoder: 'libx264' },
    renderTimeoutSeconds: null,
    renderMemoryMb: null,
    drainSeconds: 3,
    renderProcesses: null,
    segmentSeconds: null,
    checkShare: 0.05,
    serviceUrl: null,
    workerToken: null,
    osuApi: null,
    retention: { days: null, maxStorageBytes: null, maxBeatmapCacheBytes: 20 * 1_073_741_824 },
  });
});

test('by default, more jobs may be in progress than this process renders', () => {
  expect(read({ RENDER_WORKERS: '10' }).limits.maxRendering).toBe(20);
  expect(read({ RENDER_WORKERS: '32' }).limits.maxRendering).toBe(64);
  expect(read({ RENDER_WORKERS: '32', MAX_RENDERING: '5' }).limits.maxRendering).toBe(5);
});

test('a variable that is set and empty counts as unset', () => {
  const env = Object.fromEntries(variableNames().map((name) => [name, ' ']));
  expect(read(env)).toEqual({ ...read({}), beatmapMirrors: [] });
});

test('.env.example lists exactly the variables that are read', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]);
  expect(listed.toSorted()).toEqual(variableNames().toSorted());
});

test('one message lists every problem and repeats no secret', () => {
  const secret = 'hunter2-hunter2-';
  const env = { PORT: secret, DEBUG: secret, DATABASE_URL: 'hunter2', S3_REGION: 'eu', RENDER_CRF: '52' };
  const failure = failureOf(env);
  expect(failure).toBeInstanceOf(Failure);
  const { message } = failure as Failure;
  for (const name of ['PORT', 'DEBUG', 'DATABASE_URL', 'S3_BUCKET', 'S3_SECRET_ACCESS_KEY', 'RENDER_CRF']) {
    expect(message).toContain(`\n  ${name} `);
  }
  expect(message).not.toContain('hunter2');
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
  [{ DEBUG: 'maybe' }, 'DEBUG must be true or false, not "maybe".'],
  [{ LOG_LEVEL: 'loud' }, 'silent, not "loud".'],
  [{ LOG_LEVEL: 'x'.repeat(15) }, `not "${'x'.repeat(15)}".`],
  [{ LOG_LEVEL: 'x'.repeat(16) }, 'silent.'],
  [{ SERVICE_URL: 'a:b@c' }, 'SERVICE_URL must be a URL that begins with http:// or https://.'],
] as const)('%j: %s', (env, message) => {
  expect(failureOf(env)?.message.endsWith(message), failureOf(env)?.message).toBe(true);
});

test.each(['short', 'with a space in it', 'x'.repeat(201), 'ümlaut-ümlaut-ümlaut', 'line\nbreak-line-break'])(
  'ADMIN_TOKEN %j is refused, and not repeated',
  (token) => {
    const failure = failureOf({ ADMIN_TOKEN: token });
    expect(failure).toBeInstanceOf(Failure);
    expect((failure as Failure).message).not.toContain(token);
  },
);

test('ADMIN_TOKEN has 16 to 200 visible characters', () => {
  for (const token of ['x'.repeat(16), 'x'.repeat(200)]) expect(read({ ADMIN_TOKEN: token }).adminToken).toBe(token);
});

describe('numbers', () => {
  test.each([
    ['PORT', '0', '65535', ['-1', '65536', '80.5', '0x50']],
    ['METRICS_PORT', '1', '65535', ['0', '65536', '8727']],
    ['RENDER_WORKERS', '0', '256', ['-1', '257']],
    ['MAX_QUEUED', '0', '1000000', ['-1', '1000001']],
    ['MAX_RENDERING', '0', '1000000', ['-1', '1000001']],
    ['MAX_REPLAY_SIZE_MB', '1', '1024', ['0', '1025', '1.5']],
    ['MAX_SKIN_SIZE_MB', '1', '4096', ['0', '4097']],
    ['MAX_BEATMAP_SIZE_MB', '1', '4096', ['0', '4097']],
    ['RATE_LIMIT_PER_MINUTE', '1', '100000', ['0', '100001']],
    ['MAX_ACTIVE_PER_CLIENT', '1', '1000000', ['0', '1000001']],
    ['MAX_VIDEO_SECONDS', '1', '10800', ['0', '10801']],
    ['MAX_FPS', '30', '120', ['0', '25', '240']],
    ['MAX_RESOLUTION', '480p', '4k', ['0', '1080', '8k']],
    ['RENDER_CRF', '0', '51', ['-1', '52']],
    ['RENDER_TIMEOUT_SECONDS', '1', '86400', ['0', '86401']],
    ['RENDER_PROCESSES', '1', '256', ['0', '257']],
    ['SEGMENT_SECONDS', '0', '3600', ['-1', '3601']],
    ['CHECK_PERCENT', '0', '100', ['-1', '101', '2.5']],
    ['RETENTION_DAYS', '1', '36500', ['0', '36501']],
    ['MAX_STORAGE_GB', '1', '1000000', ['0', '1000001']],
  ])('%s accepts %s to %s and nothing beyond', (name, min, max, refused) => {
    expect(failureOf({ [name]: min })).toBeNull();
    expect(failureOf({ [name]: max })).toBeNull();
    for (const value of refused) expect(failureOf({ [name]: value }), value).toBeInstanceOf(Failure);
  });

  test('sizes are binary megabytes and gigabytes, converted to bytes', () => {
    expect(read({ MAX_REPLAY_SIZE_MB: '2' }).limits.maxReplayBytes).toBe(2_097_152);
    expect(read({ MAX_STORAGE_GB: '1' }).retention.maxStorageBytes).toBe(1_073_741_824);
    expect(read({ MAX_BEATMAP_CACHE_GB: '0' }).retention.maxBeatmapCacheBytes).toBe(0);
  });
});

describe('addresses', () => {
  test.each(['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'Osu.example', 'my_host'])(
    'HOST may be %s',
    (host) => {
      expect(read({ HOST: host }).host).toBe(host);
    },
  );

  test.each(['256.1.1.1', '127.1', 'a b', 'a/b', 'http://a.example', 'a.example:80', '[::1]', 'a@b', '1.2.3.4.5'])(
    'HOST %j is refused',
    (host) => {
      expect(failureOf({ HOST: host })?.message).toContain('HOST must be an address or a host name');
    },
  );

  test.each([
    [{ HOST: '0.0.0.0' }, 'http://localhost:8727'],
    [{ HOST: '::', PORT: '80' }, 'http://localhost:80'],
    [{ HOST: '::1' }, 'http://[::1]:8727'],
    [{ HOST: 'fe80::1%eth0' }, 'http://[fe80::1]:8727'],
    [{ HOST: 'osu.example' }, 'http://osu.example:8727'],
    [{ PUBLIC_URL: 'https://osu.example/reprise/' }, 'https://osu.example/reprise'],
  ])('with %j, the public URL is %s', (env, url) => {
    expect(read(env).publicUrl).toBe(url);
  });

  test.each([
    ['https://osu.example', ''],
    ['https://osu.example/', ''],
    ['https://osu.example/reprise/', '/reprise'],
    ['https://osu.example/a/b c', '/a/b%20c'],
  ])('the base path of the public URL %s is "%s"', (url, path) => {
    expect(read({ PUBLIC_URL: url }).basePath).toBe(path);
  });

  test.each(['osu.example', 'ftp://osu.example', 'http://', 'javascript:alert(1)'])(
    'PUBLIC_URL %j is refused',
    (url) => {
      expect(failureOf({ PUBLIC_URL: url })).toBeInstanceOf(Failure);
    },
  );

  test.each([
    ['10.0.0.1', { address: '10.0.0.1', prefix: 32, family: 'ipv4' }],
    ['10.0.0.0/0', { address: '10.0.0.0', prefix: 0, family: 'ipv4' }],
    ['10.0.0.0/32', { address: '10.0.0.0', prefix: 32, family: 'ipv4' }],
    ['fd00::/8', { address: 'fd00::', prefix: 8, family: 'ipv6' }],
    ['::1', { address: '::1', prefix: 128, family: 'ipv6' }],
  ])('TRUSTED_PROXIES accepts %s', (text, cidr) => {
    expect(read({ TRUSTED_PROXIES: `${text}, 192.168.0.0/16` }).trustedProxies).toEqual([
      cidr,
      { address: '192.168.0.0', prefix: 16, family: 'ipv4' },
    ]);
  });

  test.each([
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0',
    'proxy',
    'fe80::1%eth0/64',
    '::1,',
    '10.0.0.0/-1',
  ])('TRUSTED_PROXIES %j is refused', (text) => {
    expect(failureOf({ TRUSTED_PROXIES: text })).toBeInstanceOf(Failure);
  });

  test('CORS_ORIGINS is a list of origins, or * for all', () => {
    expect(read({ CORS_ORIGINS: 'https://a.example, http://b.example:8080' }).corsOrigins).toEqual([
      'https://a.example',
      'http://b.example:8080',
    ]);
    expect(read({ CORS_ORIGINS: '*, https://a.example' }).corsOrigins).toEqual(['*', 'https://a.example']);
    expect(failureOf({ CORS_ORIGINS: 'https://a.example/path' })).toBeInstanceOf(Failure);
    expect(failureOf({ CORS_ORIGINS: 'a.example' })).toBeInstanceOf(Failure);
  });

  test('FRAME_ANCESTORS is a list of origins, or * for all', () => {
    expect(read({ FRAME_ANCESTORS: 'https://a.example,http://b.example' }).frameAncestors).toEqual([
      'https://a.example',
      'http://b.example',
    ]);
    expect(failureOf({ FRAME_ANCESTORS: "https://a.example; script-src 'unsafe-inline'" })).toBeInstanceOf(Failure);
  });

  test('BEATMAP_MIRRORS is a list of templates; empty means none', () => {
    const mirrors = 'https://a.example/d/{set},https://b.example/{md5}';
    expect(read({ BEATMAP_MIRRORS: mirrors }).beatmapMirrors).toEqual(mirrors.split(','));
    expect(read({ BEATMAP_MIRRORS: '' }).beatmapMirrors).toEqual([]);
    expect(failureOf({ BEATMAP_MIRRORS: 'https://a.example/d/{set},https://files.example:8443' })).toBeNull();
    expect(failureOf({ BEATMAP_MIRRORS: 'https://a.example/d/' })).toBeInstanceOf(Failure);
  });
});

describe('database and storage', () => {
  test.each(['postgres://u:p@db:5432/reprise', 'postgresql://db/reprise'])('DATABASE_URL accepts %s', (url) => {
    expect(read({ DATABASE_URL: url }).database).toEqual({ kind: 'url', url });
  });

  test.each(['mysql://db/reprise', 'db:5432'])('DATABASE_URL %s is refused', (url) => {
    expect(failureOf({ DATABASE_URL: url })).toBeInstanceOf(Failure);
  });

  const keys = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };

  test('a bucket and its keys select Amazon S3', () => {
    expect(read(keys).storage).toEqual({
      kind: 's3',
      endpoint: null,
      region: 'us-east-1',
      bucket: 'b',
      accessKeyId: 'k',
      secretAccessKey: 's',
      publicEndpoint: null,
      pathStyle: false,
    });
  });

  test('with S3_ENDPOINT, the bucket is in the path unless S3_PATH_STYLE says otherwise', () => {
    const endpoint = 'http://objects:9000';
    expect(read({ ...keys, S3_ENDPOINT: `${endpoint}/` }).storage).toMatchObject({ endpoint, pathStyle: true });
    expect(read({ ...keys, S3_ENDPOINT: endpoint, S3_PATH_STYLE: 'no' }).storage).toMatchObject({ pathStyle: false });
  });

  test.each(Object.keys(keys))('S3 without %s is refused', (name) => {
    expect(failureOf({ S3_ENDPOINT: 'http://objects:9000', ...keys, [name]: '' })?.message).toContain(name);
  });
});

describe('words', () => {
  test('CALLBACK_HOSTS is a list of hosts, with or without a port', () => {
    expect(read({ CALLBACK_HOSTS: 'Bot.internal, 10.0.0.5:8080, [::1]' }).callbackHosts).toEqual([
      'bot.internal',
      '10.0.0.5:8080',
      '[::1]',
    ]);
    for (const text of ['http://a.example', 'a.example/path', 'user@a.example', '*']) {
      expect(failureOf({ CALLBACK_HOSTS: text })).toBeInstanceOf(Failure);
    }
  });

  test('a key is optional unless REQUIRE_KEY is on', () => {
    expect(read({}).requireKey).toBe(false);
    expect(read({ REQUIRE_KEY: 'true' }).requireKey).toBe(true);
  });

  test.each(['true', '1', 'YES', 'on', 't', 'Y'])('DEBUG=%s is on', (word) => {
    expect(read({ DEBUG: word }).debug).toBe(true);
  });

  test.each(['false', '0', 'No', 'off', 'f', 'n'])('DEBUG=%s is off', (word) => {
    expect(read({ DEBUG: word }).debug).toBe(false);
  });

  test.each<Record<string, string>>([
    { LOG_LEVEL: 'loud' },
    { RENDERER: 'skia' },
    { RENDERER: 'danser' },
    { RENDER_PRESET: 'very fast' },
    { RENDER_PRESET: 'fastest' },
    { CLIENT_IP_HEADER: 'X Forwarded For' },
    { RENDER_ENCODER: '-vf x' },
    { OSU_CLIENT_ID: '1' },
    { OSU_CLIENT_SECRET: 's' },
    { DEBUG: 'maybe' },
  ])('%j is refused', (env) => {
    expect(failureOf(env)).toBeInstanceOf(Failure);
  });

  test('FFMPEG_PATH names the ffmpeg to use', () => {
    const encoding = { preset: 'balanced', crf: 20, encoder: 'libx264', ffmpegPath: '/opt/ffmpeg' };
    expect(read({ FFMPEG_PATH: '/opt/ffmpeg' }).encoding).toEqual(encoding);
  });

  test('danser needs its path, the osu! API an id and a secret', () => {
    expect(read({ RENDERER: 'danser', DANSER_PATH: '/opt/danser-cli' }).renderer).toEqual({
      kind: 'danser',
      path: '/opt/danser-cli',
    });
    expect(read({ OSU_CLIENT_ID: '1', OSU_CLIENT_SECRET: 's' }).osuApi).toEqual({ clientId: '1', clientSecret: 's' });
  });
});

test('any environment results in a configuration or a Failure', () => {
  const names = fc.constantFrom(...variableNames());
  fc.assert(
    fc.property(fc.dictionary(names, anyText()), (env) => {
      const error = failureOf(env);
      expect(error === null || error instanceof Failure).toBe(true);
    }),
  );
});

function failureOf(env: Record<string, string>): Error | null {
  try {
    read(env);
    return null;
  } catch (error) {
    return error as Error;
  }
}
