import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../http/free-port.ts';
import { startDaemon, stopDaemon } from '../processes/daemon.ts';

/** A running S3 server: OpenStack Swift with its s3api, in a temporary folder, on free ports of the loopback. */
export interface Swift {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
const programs = [
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'swift-proxy-server',
  'memcached',
];

/** The longest page of a listing, short so that a test of the second page need not be long. */
export const swiftPageSize = 10;

/** What to install before startSwift can work, or null when everything is there. */
export function missingForSwift(): string | null {
  const missing = programs.filter((program) => !existsSync(`/usr/bin/${program}`));
  if (missing.length === 0) return null;
  return `The S3 tests need ${missing.join(', ')}: apt-get install --no-install-recommends ${packages.join(' ')}`;
}

const storageServers = ['account', 'container', 'object'] as const;
const user = { name: 'test:tester', password: 'testing' };

export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-swift-'));
  const children: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(children.map((child) => stopDaemon(child)));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await chmod(folder, 0o755);
    const [account, container, object, proxy, cache] = await Promise.all(Array.from({ length: 5 }, freePort));
    const ports = { account, container, object } as Record<(typeof storageServers)[number], number>;
    await writeConfiguration(folder, { ...ports, proxy: proxy!, cache: cache! });
    await buildRings(folder, ports);

    const log = join(folder, 'servers.log');
    const run = (command: string, args: string[]) =>
      children.push(startDaemon(command, args, { log, env: withoutThreads }));
    run('memcached', ['-l', '127.0.0.1', '-p', String(cache), '-U', '0', '-m', '16', '-u', userInfo().username]);
    run('/usr/bin/python3', ['-c', serversProgram, folder]);

    const endpoint = `http://127.0.0.1:${proxy}`;
    await healthy([...Object.values(ports), proxy!], children, folder);
    return { endpoint, accessKeyId: user.name, secretAccessKey: user.password, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Its servers wait for each other for half a second or one, and then leave an object out of its listing for good, or answer
 * 503 for a minute. A busy machine may keep them waiting for longer.
 */
const timeouts = `conn_timeout = 60
node_timeout = 120
container_update_timeout = 120
error_suppression_limit = 1000000`;

async function writeConfiguration(folder: string, ports: Record<string, number>): Promise<void> {
  const shared = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_level = ERROR
${timeouts}
`;
  await writeFile(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_prefix = reprise\nswift_hash_path_suffix = tests\n\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  for (const name of storageServers) {
    await mkdir(join(folder, name, 'disk'), { recursive: true });
    await writeFile(
      join(folder, `${name}-server.conf`),
      `${shared(ports[name]!)}devices = ${join(folder, name)}
mount_check = false
fallocate_reserve = 0
disable_fallocate = true

[pipeline:main]
pipeline = healthcheck ${name}-server

[app:${name}-server]
use = egg:swift#${name}

[filter:healthcheck]
use = egg:swift#healthcheck
`,
    );
  }
  await writeFile(
    join(folder, 'proxy-server.conf'),
    `${shared(ports.proxy!)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck proxy-logging cache listing_formats bulk s3api tempauth slo dlo proxy-logging proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true

[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
max_bucket_listing = ${swiftPageSize}

[filter:tempauth]
use = egg:swift#tempauth
user_${user.name.replace(':', '_')} = ${user.password} .admin

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.cache}
connect_timeout = 60
pool_timeout = 60
io_timeout = 60

${['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk', 'slo', 'dlo']
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`)
  .join('\n')}
[filter:proxy-logging]
use = egg:swift#proxy_logging
`,
  );
}

/** All servers in one process: in four, each would load the same modules, which takes longer than some test files. */
const serversProgram = `
import os, sys, time
os.environ['TZ'] = 'UTC+0'
time.tzset()
import eventlet, eventlet.hubs, eventlet.wsgi
from swift.common import utils, wsgi
eventlet.hubs.use_hub(utils.get_hub())
utils.eventlet_monkey_patch()
servers = eventlet.GreenPool()
for name in ['account', 'container', 'object', 'proxy']:
    path = f'{sys.argv[1]}/{name}-server.conf'
    conf, logger, log_name = wsgi._initrp(path, f'{name}-server')
    app = wsgi.loadapp(path, global_conf={'log_name': log_name})
    servers.spawn(eventlet.wsgi.server, wsgi.get_socket(conf), app, utils.NullLogger(), socket_timeout=600,
                  protocol=wsgi.SwiftHttpProtocol, capitalize_response_headers=False)
servers.waitall()
`;

/** Rings say where objects are stored: one copy, on the one disk of the one server. One program builds all, to save time. */
const buildRingsProgram = `
import sys
from swift.common.ring import RingBuilder
for ring in sys.argv[1:]:
    file, port = ring.rsplit('=', 1)
    builder = RingBuilder(6, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(file)
`;

async function buildRings(folder: string, ports: Readonly<Record<string, number>>): Promise<void> {
  const rings = Object.entries(ports).map(([name, port]) => `${join(folder, `${name}.ring.gz`)}=${port}`);
  await promisify(execFile)('/usr/bin/python3', ['-c', buildRingsProgram, ...rings]);
}

/**
 * Files are put in place and cleared away in threads of their own: a reader that has just looked up which file to open
 * may find that one gone, and answers that there is no such object, where a cluster would ask the next copy. Without
 * those threads looking up and opening are one step.
 */
const withoutThreads = { EVENTLET_THREADPOOL_SIZE: '0' };

async function healthy(ports: number[], children: ChildProcess[], folder: string): Promise<void> {
  // On a busy machine a Python program takes minutes to load.
  const deadline = Date.now() + 300_000;
  for (const port of ports) {
    while (!(await answers(`http://127.0.0.1:${port}/healthcheck`))) {
      const dead = children.find((child) => child.exitCode !== null);
      if (dead || Date.now() > deadline) {
        const log = await readFile(join(folder, 'servers.log'), 'utf8');
        throw new Error(`Swift did not start (${dead?.spawnargs.join(' ') ?? 'in time'}):\n${log.slice(-4000)}`);
      }
      await wait(100);
    }
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}
