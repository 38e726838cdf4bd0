import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Debian packages that some test suites need; a file of each shows whether it is installed. */
const required = [
  { package: 'chromium', file: '/usr/bin/chromium', for: 'the browser tests' },
  { package: 'ffmpeg', file: '/usr/bin/ffmpeg', for: 'the encoder that runs ffmpeg' },
  { package: 'swift-proxy', file: '/usr/bin/swift-proxy-server', for: 'the S3 tests' },
  { package: 'swift-account', file: '/usr/bin/swift-account-server', for: 'the S3 tests' },
  { package: 'swift-container', file: '/usr/bin/swift-container-server', for: 'the S3 tests' },
  { package: 'swift-object', file: '/usr/bin/swift-object-server', for: 'the S3 tests' },
  { package: 'memcached', file: '/usr/bin/memcached', for: 'the S3 tests' },
];

/** Installs missing packages if this user may; otherwise prints what to install. */
export async function installDebianPackages(root) {
  const missing = required.filter(({ file }) => !existsSync(file));
  if (missing.length === 0) return;
  const names = missing.map((need) => need.package);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${names.join(', ')}.`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    try {
      await run('apt-get', ['update', '-qq'], { root, env });
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { root, env });
      return;
    } catch (error) {
      console.log(error.message);
    }
  }
  for (const need of missing) console.log(`Missing: ${need.package} (${need.file}), for ${need.for}.`);
  console.log(`On Debian: apt-get install ${names.join(' ')}`);
}
