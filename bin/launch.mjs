// bin/reprise runs this file. Old versions of Node must be able to parse it, so that it can report their version.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Reprise needs Node 20.19 or newer (24 recommended); this is ${process.version}: https://nodejs.org`);
  process.exit(1);
}

const args = process.argv.slice(2);
if (args[0] === 'serve' && args.length === 1) console.log('Reprise turns osu! replays into videos.');

// A service that gets a stop signal before it has its own listener exits at once. Without this, the first process of a
// container would ignore the signal and run until it is killed.
if (args[0] === 'serve' || args[0] === 'worker') {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(0);
    });
  }
}

try {
  const root = new URL('../', import.meta.url);
  const { prepare } = await import('./prepare.mjs');
  await prepare(root);
  const { main } = await import(new URL('dist/main.js', root).href);
  process.exitCode = await main(args);
} catch (error) {
  console.error(error.name === 'LaunchError' ? error.message : error);
  process.exitCode = 1;
}
