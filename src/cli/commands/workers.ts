import { lentWorkerJson, workerJson } from '../../service/administration/index.ts';
import type { LiveWorker } from '../../service/jobs/index.ts';
import { type LentWorker, type NewLentWorker, stateOfLentWorker } from '../../service/lending/index.ts';
import { parseName } from '../args/name.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatTable, formatTime } from '../output/table.ts';
import { forEachNamed, type OperatedInstallation, withInstallation } from '../wiring/with-installation.ts';

const name = 'workers';
const help = `bin/reprise workers [list] [--json]
bin/reprise workers add NAME [--trusted] [--json]
bin/reprise workers lent [--json]
bin/reprise workers revoke ID|NAME…
bin/reprise workers drain ID|NAME…
bin/reprise workers resume ID|NAME…

  list     the workers whose heartbeats arrive, with the jobs that they render. A service with RENDER_WORKERS above 0 is a
           worker, too.
  add      adds a worker that someone lends, and prints its token once: only a hash of it is stored. Start it with
           WORKER_TOKEN=TOKEN bin/reprise worker --service URL. It needs neither the database nor the storage.
  lent     the lent workers, whether they are connected or not, with their speed
  revoke   refuses the token of a lent worker from now on, for good
  drain    lets a lent worker finish its segments and take no more
  resume   ends that, and the suspension of a worker whose segment differed from the same one rendered by the service

  --trusted   the worker's segments are not checked

Works whether the service is running or not. A running service refuses a revoked token at once.
`;

const options = {
  json: { type: 'boolean', default: false },
  trusted: { type: 'boolean', default: false },
} as const;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values, positionals: [action = 'list', ...names] }) => {
    const print = createPrint(output, values.json);
    if (values.trusted && action !== 'add') throw new UsageError('Only "workers add" takes --trusted.');

    function forEachLent(
      act: (operator: OperatedInstallation['operator'], name: string) => Promise<LentWorker>,
      textOf: (worker: LentWorker) => string,
    ): Promise<number> {
      if (names.length === 0) throw new UsageError('Name at least one lent worker.');
      return forEachNamed(names, output, async ({ operator }, name) => {
        const worker = await act(operator, name);
        print(`${textOf(worker)}\n`, lentJsonOf(worker));
      });
    }

    switch (action) {
      case 'list':
        refuseNames(action, names);
        return withInstallation(async ({ jobs }) => {
          const workers = await jobs.listWorkers();
          print(listText(workers), workers.map(jsonOf));
          return 0;
        });
      case 'lent':
        refuseNames(action, names);
        return withInstallation(async ({ lentWorkers }) => {
          const workers = await lentWorkers.list();
          print(lentText(workers), workers.map(lentJsonOf));
          return 0;
        });
      case 'add': {
        const [name, ...others] = names;
        if (name === undefined || others.length > 0) throw new UsageError('Name exactly one worker.');
        const newName = parseName(name);
        return withInstallation(async ({ operator }) => {
          const added = await operator.addLentWorker(newName, { isTrusted: values.trusted });
          print(newWorkerText(added), { ...lentJsonOf(added.worker), token: added.token });
          return 0;
        });
      }
      case 'revoke':
        return forEachLent(
          (operator, name) => operator.revokeLentWorker(name),
          ({ name, id }) => `Revoked ${name} (${id}).`,
        );
      case 'drain':
        return forEachLent(
          (operator, name) => operator.drainLentWorker(name, true),
          ({ name, id }) => `${name} (${id}) finishes its segments and takes no more.`,
        );
      case 'resume':
        return forEachLent(
          (operator, name) => operator.drainLentWorker(name, false),
          ({ name, id }) => `${name} (${id}) takes segments again.`,
        );
      default:
        throw new UsageError(`There is no "workers ${action}".`);
    }
  });
}

function refuseNames(action: string, names: readonly string[]): void {
  if (names.length > 0) throw new UsageError(`"workers ${action}" takes no name.`);
}

function listText(workers: readonly LiveWorker[]): string {
  const headings = ['worker', 'version', 'since', 'slots', 'busy', 'jobs'];
  const rows = workers.map(({ name, version, startedAt, slots, jobIds }) => [
    name || '-',
    version || '-',
    formatTime(startedAt),
    String(slots),
    String(jobIds.length),
    [...new Set(jobIds)].join(' ') || '-',
  ]);
  return formatTable(headings, rows);
}

/** The command has always called the id of a worker `worker_id`. */
function jsonOf(worker: LiveWorker) {
  const { id, ...others } = workerJson(worker);
  return { worker_id: id, ...others };
}

function newWorkerText({ worker, token }: NewLentWorker): string {
  return `Added the worker ${worker.name} (${worker.id}). Its token is not shown again:

${token}
`;
}

function lentText(workers: readonly LentWorker[]): string {
  const headings = ['worker', 'name', 'state', 'trusted', 'version', 'cores', 'slots', 'frames/s', 'segments', 'seen'];
  const rows = workers.map((worker) => [
    worker.id,
    worker.name,
    stateOfLentWorker(worker, new Date()),
    worker.isTrusted ? 'yes' : 'no',
    worker.process?.version ?? '-',
    String(worker.process?.cores ?? '-'),
    String(worker.process?.slots ?? '-'),
    worker.framesPerSecond?.toFixed(0) ?? '-',
    String(worker.segments),
    worker.process === null ? '-' : formatTime(worker.process.seenAt),
  ]);
  const suspended = workers.filter(({ revokedAt, suspension }) => revokedAt === null && suspension !== null);
  const reasons = suspended.map(({ name, suspension }) => `${name} is suspended: ${suspension?.reason}\n`);
  return formatTable(headings, rows) + reasons.join('');
}

function lentJsonOf(worker: LentWorker) {
  return { ...lentWorkerJson(worker), suspended_at: worker.suspension?.at.toISOString() ?? null };
}
