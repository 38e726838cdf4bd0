import type { AdminLentWorker } from '../../../contract/index.ts';
import { formatNumber } from '../../words/numbers.ts';
import { sendAdmin } from '../admin-session.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { RowButton } from '../row-button.tsx';
import { AdminError, Ago } from '../texts.tsx';
import { useAdmin, useAdminAction } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';

/** The workers that people lend, whether they are connected or not. */
export function LentWorkers() {
  const { lentWorkers: texts, workers, keys, jobs } = adminWords;
  const { value, error, reload } = useAdmin<{ workers: readonly AdminLentWorker[] }>('lent-workers');
  const drain = useAdminAction(async (worker: AdminLentWorker) => {
    const { id, name } = worker;
    await sendAdmin('POST', `lent-workers/${id}/drain`, { drain: !isStopped(worker) });
    return isStopped(worker) ? workers.resumedNow(name) : workers.drainedNow(name);
  }, reload);
  const revoke = useAdminAction(async ({ id, name }: AdminLentWorker) => {
    await sendAdmin('POST', `lent-workers/${id}/revoke`);
    return texts.revokedNow(name);
  }, reload);
  const columns: Column<AdminLentWorker>[] = [
    { heading: workers.name, cell: ({ name }) => <strong>{name}</strong> },
    {
      heading: workers.state,
      cell: ({ state, suspended_reason: reason }) => <span title={reason ?? undefined}>{texts.states[state]}</span>,
    },
    { heading: texts.trusted, cell: ({ trusted }) => (trusted ? texts.isTrusted : texts.isChecked) },
    { heading: workers.version, cell: ({ version }) => version ?? adminWords.none },
    { heading: texts.cores, isNumber: true, cell: ({ cores }) => cores ?? adminWords.none },
    { heading: workers.slots, isNumber: true, cell: ({ slots }) => slots ?? adminWords.none },
    {
      heading: texts.speed,
      isNumber: true,
      cell: ({ frames_per_second: speed }) => (speed === null ? adminWords.none : formatNumber(Math.round(speed))),
    },
    { heading: texts.segments, isNumber: true, cell: ({ segments }) => formatNumber(segments) },
    {
      heading: texts.seen,
      cell: ({ seen_at }) => (seen_at === null ? adminWords.never : <Ago at={seen_at} />),
    },
    {
      heading: jobs.actions,
      isActions: true,
      cell: (worker) => {
        if (worker.state === 'revoked') return false;
        const label = isStopped(worker) ? workers.resume : workers.drain;
        return (
          <span class="row">
            <RowButton
              label={label}
              about={worker.name}
              disabled={drain.isRunning}
              onClick={() => void drain.run(worker)}
            />
            <ConfirmButton
              label={keys.revoke}
              about={worker.name}
              disabled={revoke.isRunning}
              onConfirm={() => void revoke.run(worker)}
            />
          </span>
        );
      },
    },
  ];
  return (
    <>
      <h3>{texts.title}</h3>
      <p class="muted">{texts.about}</p>
      <AdminError error={error ?? drain.error ?? revoke.error} />
      <AdminTable
        caption={texts.title}
        columns={columns}
        rows={value?.workers}
        keyOf={({ id }) => id}
        empty={texts.empty}
      />
    </>
  );
}

/** Resuming also lifts the suspension. */
function isStopped({ draining, state }: AdminLentWorker): boolean {
  return draining || state === 'suspended';
}
