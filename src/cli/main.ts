import { Failure } from '../failure.ts';
import { readVersion } from '../program-files.ts';
import { ignoreClosedOutput } from './output/ignore-closed-output.ts';

const help = `Reprise turns osu! replays into videos.

Usage: bin/reprise <command>

  serve                                run the service; .env.example lists its settings
  worker                               render the jobs of a service that runs elsewhere
  render REPLAY --beatmap FILE|FOLDER  render a replay to a video
  demo                                 render the map and the play that come with Reprise
  judge REPLAY --beatmap FILE|FOLDER   print the hits, combo, score and pp of a replay
  study FOLDER|REPLAY...               print the habits of players over many replays
  inspect FILE                         print what a replay, beatmap, storyboard, skin or archive contains

  jobs list|show|cancel|retry|…        administer render jobs: also move, purge and delete
  skins list|remove                    administer uploaded skins
  dead-letters list|retry|drop         administer jobs that the queue gave up on
  workers list|add|revoke|drain|…      list the workers, and administer those that people lend
  keys create|list|show|revoke         administer the keys of bots and other clients
  queue pause|resume                   pause the queue: accept submissions, but start no jobs
  maintenance on|off                   refuse submissions while renders go on
  blocks list|add|remove               refuse the submissions of clients and players
  audit                                list what operators have done
  create-bucket                        create the bucket of the S3 settings
  backup FILE.tar                      write the whole installation to one file
  restore FILE.tar                     restore a backup into an empty installation
  doctor                               find out what is wrong with this installation

  --help, -h                           print this text; every command has a --help, too
  --version, -v                        print the version
`;

/** Each command is loaded only when it runs, so that small commands start quickly. */
const commands: Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>> = {
  serve: () => import('./commands/serve.ts'),
  worker: () => import('./commands/worker.ts'),
  render: () => import('./commands/render.ts'),
  demo: () => import('./commands/demo.ts'),
  judge: () => import('./commands/judge.ts'),
  study: () => import('./commands/study.ts'),
  inspect: () => import('./commands/inspect.ts'),
  jobs: () => import('./commands/jobs.ts'),
  skins: () => import('./commands/skins.ts'),
  'dead-letters': () => import('./commands/dead-letters.ts'),
  workers: () => import('./commands/workers.ts'),
  keys: () => import('./commands/keys.ts'),
  queue: () => import('./commands/queue.ts'),
  maintenance: () => import('./commands/maintenance.ts'),
  blocks: () => import('./commands/blocks.ts'),
  audit: () => import('./commands/audit.ts'),
  'create-bucket': () => import('./commands/create-bucket.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  doctor: () => import('./commands/doctor.ts'),
};

/** Runs one command and resolves to the process's exit code. */
export async function main(args: readonly string[]): Promise<number> {
  ignoreClosedOutput();
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
    process.stderr.write(`There is no command "${name}".\nSee bin/reprise --help.\n`);
    return 2;
  }
  try {
    const command = await load();
    return await command.run(rest);
  } catch (error) {
    // A failure's message says what to do. Anything else is a bug, whose stack belongs in a report.
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
