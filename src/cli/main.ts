import { Failure } from '../failure.ts';
import { readVersion } from './wiring/program-files.ts';

const help = `Reprise turns osu! replays into videos.

Usage: bin/reprise <command>

  serve                                serve the API; the settings are listed in .env.example
  worker                               render the jobs of a service that runs elsewhere
  render REPLAY --beatmap FILE|FOLDER  a replay as a video; render --help lists the options
  demo                                 the same for a map and a play of our own making
  judge REPLAY --beatmap FILE|FOLDER   what the play came to: hits, combo, score, pp
  inspect FILE                         what a replay, beatmap, storyboard, skin or archive holds

  jobs list|show|cancel|retry|purge    what is being rendered and was; each of these has a --help
  skins list|remove                    the skins that are stored
  dead-letters list|retry|drop         jobs the queue has given up
  backup FILE.tar, restore FILE.tar    everything in one file, and back into an empty installation
  doctor                               what is wrong with this installation, and what to do

  --help, -h                           this text
  --version, -v                        the version
`;

/** Each command is loaded only when it is asked for, so that a small one starts at once. */
const commands: Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>> = {
  serve: () => import('./commands/serve.ts'),
  worker: () => import('./commands/worker.ts'),
  render: () => import('./commands/render.ts'),
  demo: () => import('./commands/demo.ts'),
  judge: () => import('./commands/judge.ts'),
  inspect: () => import('./commands/inspect.ts'),
  jobs: () => import('./commands/jobs.ts'),
  skins: () => import('./commands/skins.ts'),
  'dead-letters': () => import('./commands/dead-letters.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  doctor: () => import('./commands/doctor.ts'),
};

/** Runs one command and resolves to the process's exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(help);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    process.stderr.write(`There is no command "${name}".\n\n${help}`);
    return 2;
  }
  try {
    const command = await load();
    return await command.run(rest);
  } catch (error) {
    // A failure says what to do; anything else is a bug, whose stack we want to be sent.
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
