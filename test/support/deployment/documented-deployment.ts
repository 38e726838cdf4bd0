import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject, vi } from 'vitest';
import { type DebianPostgres, startDebianPostgres } from '../database/debian-postgres.ts';
import { longWait } from '../database/fresh-database.ts';
import { freePort } from '../http/free-port.ts';
import { type HttpsServer, sendHttps } from '../http/https.ts';
import { startDaemon, stopDaemon } from '../processes/daemon.ts';
import { type ServeProcess, startServeProcess } from '../processes/serve-process.ts';
import { adapt, readBlocks, runShell, sudoStandIn } from './page-blocks.ts';

const run = promisify(execFile);

/**
 * A machine set up with the blocks of docs/deployment.md: Debian's PostgreSQL, nginx in front of a bucket, the service,
 * and nginx and Caddy in front of it. Each part is started when a test first needs it.
 */
export interface DocumentedDeployment {
  readonly folder: string;
  /** Runs the block that creates role and database. */
  postgres(): Promise<DebianPostgres>;
  /** The role's address of a database, with TLS. */
  databaseUrl(database?: string, port?: number): Promise<string>;
  /** A connection as superuser. */
  administer<Row extends object>(database: string, statement: string): Promise<Row[]>;
  /** The settings of the bucket behind nginx; null if Swift is not installed. */
  bucketSettings(): Promise<Record<string, string> | null>;
  service(): Promise<ServeProcess>;
  nginx(): Promise<HttpsServer>;
  caddy(): Promise<HttpsServer>;
  /** Registers what is to be stopped with everything else. */
  onStop(stop: () => Promise<unknown>): void;
  stop(): Promise<void>;
}

export function createDocumentedDeployment(): DocumentedDeployment {
  const blocks = readBlocks();
  const block = (name: string) => blocks.get(name) ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'reprise-deployment-'));
  // Other users, such as that of PostgreSQL, have files in it.
  chmodSync(folder, 0o755);
  const stops: (() => Promise<unknown>)[] = [];
  const onStop = (stop: () => Promise<unknown>) => void stops.unshift(stop);

  const certificate = once(() => createCertificate(folder));

  const postgres = once(async () => {
    const server = await startDebianPostgres({ folder, ...(await certificate()) });
    onStop(server.stop);
    const env = { PGHOST: server.socketFolder, PGPORT: String(server.port), PGUSER: 'postgres' };
    await runShell(`PSQLRC=/dev/null\n${block('PostgreSQL (sh)')}`, { env, standIns: { sudo: sudoStandIn } });
    return server;
  });

  /** The document names the address, so that its password and database are those of the block. */
  async function databaseUrl(database = 'reprise', port?: number): Promise<string> {
    const [example = ''] = /(?<=DATABASE_URL=)postgres:\S+(?=`)/.exec(readFileSync('docs/deployment.md', 'utf8')) ?? [];
    const url = new URL(example);
    url.hostname = 'localhost';
    url.port = String(port ?? (await postgres()).port);
    url.pathname = `/${database}`;
    if (port === undefined) {
      url.searchParams.set('sslmode', 'verify-full');
      url.searchParams.set('sslrootcert', (await certificate()).certificate);
    }
    return url.href;
  }

  async function administer<Row extends object>(database: string, statement: string): Promise<Row[]> {
    const { socketFolder: host, port } = await postgres();
    const client = new pg.Client({ host, port, user: 'postgres', database });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  const ports = once(async () => ({
    service: await freePort(),
    replays: await freePort(),
    objects: await freePort(),
    caddy: await freePort(),
    caddyHttp: await freePort(),
  }));

  const httpsServer = async (name: string, port: number, caFile: string): Promise<HttpsServer> => {
    const server = { name, port, ca: readFileSync(caFile, 'utf8') };
    await vi.waitFor(() => sendHttps(server, { path: '/' }), longWait);
    return server;
  };

  const nginx = once(async () => {
    const { service, replays, objects } = await ports();
    const { certificate: certificateFile, key } = await certificate();
    const adapted = (name: string, host: string, replacements: Record<string, string>) =>
      adapt(block(name), {
        [`/etc/ssl/certs/${host}.pem`]: certificateFile,
        [`/etc/ssl/private/${host}.key`]: key,
        ...replacements,
      });
    const swift = new URL(inject('swift')?.endpoint ?? 'http://127.0.0.1:9');
    const servers = [
      adapted('The reverse proxy (nginx)', 'replays.example.org', {
        'listen 443 ': `listen 127.0.0.1:${replays} `,
        '127.0.0.1:8727': `127.0.0.1:${service}`,
      }),
      adapted('The bucket (nginx)', 'objects.example.org', {
        'listen 443 ': `listen 127.0.0.1:${objects} `,
        '127.0.0.1:8333': swift.host,
      }),
    ];
    const configuration = join(folder, 'nginx.conf');
    writeFileSync(configuration, nginxConfiguration(folder, servers));
    const { stderr } = await run('/usr/sbin/nginx', ['-t', '-c', configuration, '-e', 'stderr']);
    if (/\[(warn|error)\]/.test(stderr)) throw new Error(stderr);
    const log = join(folder, 'nginx.log');
    const server = startDaemon('/usr/sbin/nginx', ['-c', configuration, '-e', 'stderr'], { log });
    onStop(() => stopDaemon(server));
    return httpsServer('replays.example.org', replays, certificateFile);
  });

  const bucketSettings = once(async () => {
    const swift = inject('swift');
    if (swift === null) return null;
    await nginx();
    const settings = {
      S3_ENDPOINT: `https://127.0.0.1:${(await ports()).objects}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: `reprise-${Date.now()}-${process.pid}`,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
      NODE_EXTRA_CA_CERTS: (await certificate()).certificate,
    };
    await runShell(block('The bucket (sh)'), { env: settings });
    return settings;
  });

  const service = once(async () => {
    const started = await startServeProcess({
      env: {
        DATABASE_URL: await databaseUrl(),
        ...(await bucketSettings()),
        PORT: String((await ports()).service),
        TRUSTED_PROXIES: '127.0.0.1',
        BEATMAP_MIRRORS: '',
      },
    });
    onStop(started.remove);
    return started;
  });

  const caddy = once(async () => {
    const { service, caddy, caddyHttp } = await ports();
    const own = ['admin off', 'local_certs', 'skip_install_trust', 'default_bind 127.0.0.1'];
    const options = [...own, `https_port ${caddy}`, `http_port ${caddyHttp}`];
    const proxy = adapt(block('The reverse proxy (caddy)'), { '127.0.0.1:8727': `127.0.0.1:${service}` });
    const configuration = join(folder, 'Caddyfile');
    writeFileSync(configuration, `{\n${options.join('\n')}\n}\n${proxy}\n`);
    const env = { XDG_DATA_HOME: join(folder, 'caddy'), XDG_CONFIG_HOME: join(folder, 'caddy') };
    const args = ['run', '--config', configuration, '--adapter', 'caddyfile'];
    const server = startDaemon('/usr/bin/caddy', args, { log: join(folder, 'caddy.log'), env });
    onStop(() => stopDaemon(server));
    const ca = join(folder, 'caddy/caddy/pki/authorities/local/root.crt');
    return vi.waitFor(() => httpsServer('replays.example.org', caddy, ca), longWait);
  });

  async function stop(): Promise<void> {
    for (const each of stops) await each();
    rmSync(folder, { recursive: true, force: true });
  }

  return { folder, postgres, databaseUrl, administer, bucketSettings, service, nginx, caddy, onStop, stop };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function createCertificate(folder: string): Promise<{ certificate: string; key: string }> {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const names = ['DNS:replays.example.org', 'DNS:objects.example.org', 'DNS:localhost', 'IP:127.0.0.1'];
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=test',
  ];
  const output = ['-addext', `subjectAltName=${names.join()}`, '-keyout', key, '-out', certificate];
  await run('/usr/bin/openssl', ['req', '-x509', ...kind, ...output]);
  chmodSync(key, 0o600);
  return { certificate, key };
}

function nginxConfiguration(folder: string, servers: readonly string[]): string {
  const temporary = join(folder, 'nginx');
  mkdirSync(temporary);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(temporary, name)};`,
  );
  return `daemon off;
master_process off;
pid ${join(temporary, 'pid')};
events {}
http {
access_log off;
${paths.join('\n')}
${servers.join('\n')}
}
`;
}
