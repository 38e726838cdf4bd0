import type { AdminWorker } from '../../../contract/index.ts';
import { sendAdmin } from '../admin-session.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { RowButton } from '../row-button.tsx';
import { AdminError, Ago, JobLink } from '../texts.tsx';
import { useAdmin, useAdminAction } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';
import { LentWorkers } from './lent-workers.tsx';

/** The live workers and what they render. */
export function WorkersTab() {
  const { workers: texts, jobs } = adminWords;
  const { value, error, reload } = useAdmin<{ workers: readonly AdminWorker[] }>('workers');
  const drain = useAdminAction(async ({ id, name, draining }: AdminWorker) => {
    await sendAdmin('POST', `workers/${id}/drain`, { drain: !draining });
    return draining ? texts.resumedNow(name) : texts.drainedNow(name);
  }, reload);
  const columns: Column<AdminWorker>[] = [
    { heading: texts.name, cell: ({ name }) => <strong>{name || adminWords.none}</strong> },
    { heading: texts.version, cell: ({ version }) => version || adminWords.none },
    { heading: texts.state, cell: stateOf },
    { heading: texts.slots, isNumber: true, cell: ({ slots }) => slots },
    { heading: texts.busy, isNumber: true, cell: ({ busy }) => busy },
    {
      heading: texts.jobs,
      cell: ({ job_ids }) =>
        job_ids.length === 0 ? (
          adminWords.none
        ) : (
          <span class="row">
            {job_ids.map((id) => (
              <JobLink key={id} id={id} />
            ))}
          </span>
        ),
    },
    { heading: texts.started, cell: ({ started_at }) => <Ago at={started_at} /> },
    {
      heading: jobs.actions,
      isActions: true,
      cell: (worker) => {
        const label = worker.draining ? texts.resume : texts.drain;
        return (
          <RowButton
            label={label}
            about={worker.name}
            disabled={drain.isRunning}
            onClick={() => void drain.run(worker)}
          />
        );
      },
    },
  ];
  return (
    <>
      <p class="muted">{texts.about}</p>
      <AdminError error={error ?? drain.error} />
      <AdminTable
        caption={adminWords.tabs.workers}
        columns={columns}
        rows={value?.workers}
        keyOf={({ id }) => id}
        empty={texts.empty}
      />
      <LentWorkers />
    </>
  );
}

function stateOf({ draining, busy }: AdminWorker): string {
  const { workers: texts } = adminWords;
  if (!draining) return texts.working;
  return busy > 0 ? texts.draining : texts.drained;
}
