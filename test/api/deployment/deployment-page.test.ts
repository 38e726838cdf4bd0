import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readVariablesWithEnvFile } from '../../../src/cli/wiring/env-file.ts';
import { createLog } from '../../../src/log.ts';
import { connect } from '../../../src/service/database/index.ts';
import { queueEntriesSql } from '../../../src/service/jobs/queue/entries-sql.ts';
import { debianPostgresFolder } from '../../support/database/debian-postgres.ts';
import { longWait } from '../../support/database/fresh-database.ts';
import type { Document } from '../../support/deployment/deployment-files.ts';
import { createDocumentedDeployment } from '../../support/deployment/documented-deployment.ts';
import { adapt, readBlocks, runShell, sudoStandIn } from '../../support/deployment/page-blocks.ts';
import { freePort } from '../../support/http/free-port.ts';
import { type HttpsServer, openHttps, sendHttps } from '../../support/http/https.ts';
import { replayForm } from '../../support/http/requests.ts';
import { startDaemon, stopDaemon } from '../../support/processes/daemon.ts';

// Runs the blocks of docs/deployment.md with the programs of Debian.

const run = promisify(execFile);
const blocks = readBlocks();

/** Blocks that cannot run here. */
const leftOut = {
  'The image (sh)': 'There is no Docker. test/launcher/image.test.ts runs the commands of the Dockerfile without it.',
  'One machine: compose (sh)': 'There is no Docker. test/unit/deployment-files.test.ts checks compose.yaml.',
  'GPU encoders (sh)': 'There is no GPU.',
};

const checks: Record<string, (block: string) => Promise<void>> = {
  'systemd (sh)': installsUnits,
  'Kubernetes (sh)': buildsManifests,
  'PostgreSQL (sh)': createsOwner,
  'PostgreSQL (ini)': poolsConnections,
  'PostgreSQL (sql)': limitsStatements,
  'The bucket (sh)': createsBucket,
  'The bucket (json)': permitsAllOperations,
  'The bucket (nginx)': passesObjects,
  'The reverse proxy (nginx)': async () => isProxied(await deployment.nginx(), '127.0.0.2'),
  'The reverse proxy (caddy)': async () => isProxied(await deployment.caddy(), '127.0.0.3'),
  'Backup and restore (sh)': restoresDump,
  'Monitoring (yaml)': configuresPrometheus,
  'Monitoring (sh)': checksRules,
};

test('every block of the page is run, or left out for a reason', () => {
  expect([...Object.keys(checks), ...Object.keys(leftOut)].toSorted()).toEqual([...blocks.keys()].toSorted());
});

const programs = [
  '/usr/bin/caddy',
  '/usr/bin/kubectl',
  '/usr/bin/openssl',
  '/usr/bin/promtool',
  '/usr/bin/systemd-analyze',
  '/usr/sbin/nginx',
  '/usr/sbin/pgbouncer',
  debianPostgresFolder,
];
const missing = programs.filter((path) => !existsSync(path));
if (missing.length > 0) {
  const message = `The tests of docs/deployment.md need ${missing.join(', ')}. See bin/debian-packages.mjs.`;
  if (process.env.CI) throw new Error(message);
  console.warn(message);
}

const deployment = createDocumentedDeployment();
afterAll(() => deployment.stop());

describe.skipIf(missing.length > 0)('on Debian, the block', () => {
  test.each(Object.entries(checks))('%s works', (name, check) => check(blocks.get(name)!));
});

/** There is no systemd that runs, and the test creates no user: these commands have stand-ins. All others are real. */
async function installsUnits(block: string): Promise<void> {
  const root = join(deployment.folder, 'root');
  const checkout = join(root, 'opt/reprise');
  const units = join(root, 'etc/systemd/system');
  mkdirSync(checkout, { recursive: true });
  mkdirSync(units, { recursive: true });
  for (const name of ['bin', 'deploy', '.env.example']) symlinkSync(resolve(name), join(checkout, name));
  const adapted = adapt(block, { '/opt/reprise': checkout, '/etc/systemd/system': units });
  const nothing = 'exit 0';
  const systemctl = `if [ "$1" = enable ]; then exec /usr/bin/systemctl --root='${root}' enable "$3"; fi`;
  const standIns = { sudo: sudoStandIn, adduser: nothing, chown: nothing, journalctl: nothing, systemctl };
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await runShell(adapted, { standIns })).toContain(version);

  expect(statSync(join(checkout, '.env')).mode & 0o777).toBe(0o600);
  expect(readVariablesWithEnvFile({}, checkout)).toEqual({ DATA_DIR: '/var/lib/reprise' });
  expect(readdirSync(join(units, 'multi-user.target.wants'))).toEqual(['reprise.service']);
  expect(readFileSync(join(units, 'reprise.service'))).toEqual(readFileSync('deploy/systemd/reprise.service'));

  for (const name of ['reprise.service', 'reprise-worker.service']) {
    const unit = readFileSync(join('deploy/systemd', name), 'utf8');
    writeFileSync(join(units, name), adapt(unit, { '/opt/reprise': resolve('.') }));
    // It prints problems; not all of them make it fail.
    const { stdout, stderr } = await run('/usr/bin/systemd-analyze', ['verify', join(units, name)]);
    expect(stdout + stderr).toBe('');
  }
}

/** Without a cluster, kubectl only builds what it would apply. */
async function buildsManifests(block: string): Promise<void> {
  const folder = join(deployment.folder, 'manifests');
  const manifests = join(folder, 'deploy/kubernetes');
  cpSync('deploy/kubernetes', manifests, { recursive: true });
  const standIns = { docker: 'exit 0', kubectl: `[ "$1 $2" = 'apply -k' ]\nexec /usr/bin/kubectl kustomize "$3"` };
  const built = documentsIn(await runShell(block, { cwd: folder, standIns }));
  const kinds = (documents: Document[]) => documents.map(({ kind }) => kind);
  expect(kinds(built)).toEqual(expect.arrayContaining(['Namespace', 'Secret', 'Deployment', 'Service', 'Ingress']));
  for (const { kind, metadata } of built)
    expect([kind, metadata.namespace ?? metadata.name]).toEqual([kind, 'reprise']);
  const [, tag] = /docker build -t (\S+)/.exec(block) ?? [];
  for (const { spec } of built.filter(({ kind }) => kind === 'Deployment')) {
    expect(spec.template.spec.containers[0].image).toBe(tag);
  }

  const { clientVersion } = JSON.parse((await run('/usr/bin/kubectl', ['version', '--client', '-o', 'json'])).stdout);
  // Debian 12 has 1.20, which does not know components.
  if (Number.parseInt(clientVersion.minor, 10) < 21) return;
  const kustomization = join(manifests, 'kustomization.yaml');
  writeFileSync(kustomization, readFileSync(kustomization, 'utf8').replaceAll(/^# (?=components:| {2}- )/gm, ''));
  const extended = documentsIn((await run('/usr/bin/kubectl', ['kustomize', manifests])).stdout);
  const added = kinds(extended).filter((kind) => !kinds(built).includes(kind));
  expect(added.toSorted()).toEqual(['PersistentVolumeClaim', 'ScaledObject', 'TriggerAuthentication']);
  const { spec } = extended.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'reprise-worker');
  expect(spec).not.toHaveProperty('replicas');
  const deployments = extended.filter(({ kind }) => kind === 'Deployment');
  expect(deployments).toHaveLength(2);
  for (const { spec } of deployments)
    expect(spec.template.spec.volumes.map(({ name }: Document) => name)).toContain('beatmaps');
}

function documentsIn(yaml: string): Document[] {
  return parseAllDocuments(yaml).map((document) => document.toJS());
}

async function createsOwner(): Promise<void> {
  const owner = "select datdba::regrole::text as owner from pg_database where datname = 'reprise'";
  expect(await deployment.administer('postgres', owner)).toEqual([{ owner: 'reprise' }]);
  const ask = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      return rows[0].ssl;
    } finally {
      await client.end();
    }
  };
  const url = new URL(await deployment.databaseUrl());
  expect(await ask(url.href)).toBe(true);
  url.searchParams.delete('sslrootcert');
  await expect(ask(url.href)).rejects.toThrow(/self-signed/);
  url.searchParams.set('sslmode', 'require');
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  await expect(ask(url.href)).rejects.toThrow(/self-signed/);
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
  url.searchParams.set('sslmode', 'no-verify');
  expect(await ask(url.href)).toBe(true);
  url.search = '';
  expect(await ask(url.href)).toBe(false);
}

async function poolsConnections(block: string): Promise<void> {
  const { port: postgresPort, socketFolder } = await deployment.postgres();
  const port = await freePort();
  const { password } = new URL(await deployment.databaseUrl());
  const users = join(deployment.folder, 'pgbouncer-users');
  const configuration = join(deployment.folder, 'pgbouncer.ini');
  writeFileSync(users, `"reprise" "${password}"\n`, { mode: 0o644 });
  const own = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = plain'];
  const databases = `[databases]\nreprise = host=127.0.0.1 port=${postgresPort}`;
  writeFileSync(configuration, [databases, '[pgbouncer]', ...own, `auth_file = ${users}`, block, ''].join('\n'));
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: statSync(socketFolder).uid } : {};
  const server = startDaemon('/usr/sbin/pgbouncer', [configuration], {
    log: join(deployment.folder, 'pgbouncer.log'),
    ...user,
  });
  deployment.onStop(() => stopDaemon(server));

  const url = await deployment.databaseUrl('reprise', port);
  const database = connect({ url, log: createLog('silent'), applicationName: 'test' });
  try {
    await vi.waitFor(() => database.pool.query('select 1'), longWait);
    const received: string[] = [];
    await database.listen({ channel: 'test', onNotify: (payload) => received.push(payload) });
    await database.pool.query("notify test, 'passed on'");
    await vi.waitFor(() => expect(received).toEqual(['passed on']), longWait);
  } finally {
    await database.close();
  }
}

async function limitsStatements(block: string): Promise<void> {
  await deployment.administer('reprise', block);
  const url = await deployment.databaseUrl('reprise');
  const show = async (connection: { query(statement: string): Promise<{ rows: Document[] }> }) => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const { rows } = await connection.query(`select ${names.map((name) => `current_setting('${name}') as ${name}`)}`);
    return rows[0];
  };
  const database = connect({ url, log: createLog('silent'), applicationName: 'test' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The same limits as Reprise has without PgBouncer.
    expect(await show(client)).toEqual(await show(database.pool));
  } finally {
    await client.end();
    await database.close();
  }
}

async function createsBucket(block: string): Promise<void> {
  const settings = await deployment.bucketSettings();
  // The global set-up has already warned that Swift is missing.
  if (settings === null) return expect(inject('swift')).toBeNull();
  expect(await runShell(block, { env: settings })).toContain('already exists');
}

/** The permission that each request of the S3 client needs. */
const permissions: Record<string, readonly string[]> = {
  AbortMultipartUpload: ['s3:AbortMultipartUpload'],
  CompleteMultipartUpload: ['s3:PutObject'],
  CopyObject: ['s3:GetObject', 's3:PutObject'],
  CreateBucket: ['s3:CreateBucket'],
  CreateMultipartUpload: ['s3:PutObject'],
  DeleteObject: ['s3:DeleteObject'],
  GetObject: ['s3:GetObject'],
  HeadBucket: ['s3:ListBucket'],
  HeadObject: ['s3:GetObject'],
  ListObjectsV2: ['s3:ListBucket'],
  PutObject: ['s3:PutObject'],
  UploadPart: ['s3:PutObject'],
};

async function permitsAllOperations(block: string): Promise<void> {
  const sources = readdirSync('src/service/storage', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join('src/service/storage', name), 'utf8'));
  const used = new Set([...sources.join().matchAll(/\bnew (\w+)Command\(/g)].map(([, name]) => name!));
  const needed = new Set([...used].flatMap((name) => permissions[name] ?? [`unknown: ${name}`]));
  const granted = JSON.parse(block).Statement.flatMap(({ Action }: Document) => Action);
  expect([...granted, 's3:CreateBucket'].toSorted()).toEqual([...needed].toSorted());
}

/** Signed links contain the host name, so they are valid only if nginx passes it on. */
async function passesObjects(): Promise<void> {
  const settings = await deployment.bucketSettings();
  if (settings === null) return expect(inject('swift')).toBeNull();
  await deployment.service();
  const nginx = await deployment.nginx();
  const { job_id: id } = await submit(nginx, '127.0.0.4');
  const { status, headers } = await sendHttps(nginx, { path: `/v1/artifacts/replays/${id}.osr` });
  expect(status).toBe(302);
  const link = new URL(headers.location!);
  expect(link.origin).toBe(settings.S3_ENDPOINT);
  const objects = { ...nginx, port: Number(link.port), name: 'objects.example.org' };
  const request = { path: link.pathname + link.search, headers: { host: link.host } };
  expect(await sendHttps(objects, request)).toMatchObject({ status: 200 });
}

async function submit(server: HttpsServer, from: string) {
  const forged = { 'edge-connecting-ip': '192.0.2.1', 'x-forwarded-for': '192.0.2.1' };
  const response = await sendHttps(server, {
    method: 'POST',
    path: '/v1/render',
    from,
    headers: forged,
    body: replayForm(),
  });
  return JSON.parse(response.text);
}

async function isProxied(proxy: HttpsServer, from: string): Promise<void> {
  await deployment.service();
  const send = (path: string) => sendHttps(proxy, { path, from });
  expect(await send('/health')).toMatchObject({ status: 200 });
  expect(await send('/metrics')).toMatchObject({ status: 403 });

  // Clients cannot forge their address.
  const { job_id: id } = await submit(proxy, from);
  const clients = await deployment.administer('reprise', `select client from jobs where id = '${id}'`);
  expect(clients).toEqual([{ client: from }]);

  // Events arrive while the stream stays open.
  let received = '';
  for await (const chunk of await openHttps(proxy, { path: `/v1/jobs/${id}/events`, from })) {
    received += chunk;
    if (received.includes('"queued"')) break;
  }
  expect(received).toContain('"queued"');

  // The proxy accepts large uploads, and passes them on before they end: this one ends after 200 MB.
  const part = 'content-disposition: form-data; name="skin"; filename="skin.txt"';
  const refused = await openHttps(
    proxy,
    {
      method: 'POST',
      path: '/v1/skins/upload',
      from,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 200 * 1024 * 1024 },
    },
    `--x\r\n${part}\r\n\r\n${'0'.repeat(100_000)}`,
  );
  expect(JSON.parse(await text(refused))).toMatchObject({ code: 'skin/wrong-extension' });
}

async function restoresDump(block: string): Promise<void> {
  await deployment.service();
  await submit(await deployment.nginx(), '127.0.0.5');
  await deployment.administer('postgres', 'create database restored owner reprise');
  const env = {
    DATABASE_URL: await deployment.databaseUrl(),
    NEW_DATABASE_URL: await deployment.databaseUrl('restored'),
  };
  await runShell(block, { env, cwd: deployment.folder });
  const contents = (database: string) =>
    deployment.administer<{ id: string }>(
      database,
      `select id::text from jobs union all select count(*)::text from ${queueEntriesSql} as entries order by 1`,
    );
  const restored = await contents('restored');
  expect(restored.length).toBeGreaterThan(1);
  expect(restored).toEqual(await contents('reprise'));
}

async function configuresPrometheus(block: string): Promise<void> {
  const configuration = join(deployment.folder, 'prometheus.yml');
  cpSync('deploy/prometheus/alerts.yaml', join(deployment.folder, 'alerts.yaml'));
  writeFileSync(configuration, block);
  await run('/usr/bin/promtool', ['check', 'config', configuration]);
}

async function checksRules(block: string): Promise<void> {
  expect(await runShell(block)).toMatch(/SUCCESS: [1-9]\d* rules found/);
}
