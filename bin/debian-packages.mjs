import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './run.mjs';

/** Debian packages that some test suites need; a file of each shows whether it is installed. */
const required = [
  { package: 'chromium', file: '/usr/bin/chromium', for: 'the browser tests' },
  { package: 'chromium-headless-shell', file: '/usr/bin/chromium-headless-shell', for: 'the browser tests' },
  { package: 'firefox-esr', file: '/usr/bin/firefox-esr', for: 'the test in Firefox' },
  { package: 'ffmpeg', file: '/usr/bin/ffmpeg', for: 'the encoder that runs ffmpeg' },
  { package: 'swift-proxy', file: '/usr/bin/swift-proxy-server', for: 'the S3 tests' },
  { package: 'swift-account', file: '/usr/bin/swift-account-server', for: 'the S3 tests' },
  { package: 'swift-container', file: '/usr/bin/swift-container-server', for: 'the S3 tests' },
  { package: 'swift-object', file: '/usr/bin/swift-object-server', for: 'the S3 tests' },
  { package: 'memcached', file: '/usr/bin/memcached', for: 'the S3 tests' },
  { package: 'caddy', file: '/usr/bin/caddy', for: 'the tests of docs/deployment.md' },
  { package: 'kubernetes-client', file: '/usr/bin/kubectl', for: 'the tests of docs/deployment.md' },
  { package: 'nginx', file: '/usr/sbin/nginx', for: 'the tests of docs/deployment.md' },
  { package: 'openssl', file: '/usr/bin/openssl', for: 'the tests of docs/deployment.md' },
  { package: 'pgbouncer', file: '/usr/sbin/pgbouncer', for: 'the tests of docs/deployment.md' },
  { package: 'postgresql', file: '/usr/lib/postgresql', for: 'the tests of docs/deployment.md' },
  { package: 'prometheus', file: '/usr/bin/promtool', for: 'the tests of docs/deployment.md' },
  { package: 'systemd', file: '/usr/bin/systemd-analyze', for: 'the tests of docs/deployment.md' },
];

/** Installs missing packages if this user may; otherwise prints what to install. */
export async function installDebianPackages(root) {
  const missing = required.filter(({ file }) => !existsSync(file));
  if (missing.length === 0) return;
  const names = missing.map((need) => need.package);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${names.join(', ')}.`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const allowDaemons = forbidDaemons();
    try {
      await run('apt-get', ['update', '-qq'], { root, env });
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { root, env });
      return;
    } catch (error) {
      console.log(error.message);
    } finally {
      allowDaemons();
    }
  }
  for (const need of missing) console.log(`Missing: ${need.package} (${need.file}), for ${need.for}.`);
  console.log(`On Debian: apt-get install ${names.join(' ')}`);
}

/** Debian asks this program whether it may start the daemons of a package after it has installed them. */
const daemonPolicy = '/usr/sbin/policy-rc.d';

/** The tests start their own servers, on free ports: those of the packages must not run. Images have such a policy already. */
function forbidDaemons() {
  if (existsSync(daemonPolicy)) return () => {};
  writeFileSync(daemonPolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const remove = () => rmSync(daemonPolicy, { force: true });
  const interrupted = () => process.exit(130);
  process.on('exit', remove).on('SIGINT', interrupted).on('SIGTERM', interrupted);
  return () => {
    process.off('exit', remove).off('SIGINT', interrupted).off('SIGTERM', interrupted);
    remove();
  };
}
