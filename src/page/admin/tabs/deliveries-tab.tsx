import type { AdminCallback, AdminDeadLetter } from '../../../contract/index.ts';
import { sendAdmin } from '../admin-session.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { RowButton } from '../row-button.tsx';
import type { TabProps } from '../tab-props.ts';
import { AdminError, Ago, JobLink, Until } from '../texts.tsx';
import { useAdmin, useAdminAction } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';

/** What the service gave up on: jobs that no worker could finish, and messages that no client accepted. */
export function DeliveriesTab({ overview }: TabProps) {
  return (
    <>
      <DeadLetters overview={overview} />
      <Callbacks overview={overview} />
    </>
  );
}

function DeadLetters({ overview }: TabProps) {
  const { deliveries: texts, jobs } = adminWords;
  const { value, error, reload } = useAdmin<{ dead_letters: readonly AdminDeadLetter[] }>('dead-letters');
  const reloadAll = async () => {
    await Promise.all([reload(), overview.reload()]);
  };
  const retry = useAdminAction(async ({ job_id }: AdminDeadLetter) => {
    await sendAdmin('POST', 'dead-letters/retry', { job_ids: [job_id] });
    return texts.retried(job_id.slice(0, 8));
  }, reloadAll);
  const drop = useAdminAction(async ({ job_id }: AdminDeadLetter) => {
    await sendAdmin('POST', 'dead-letters/drop', { job_ids: [job_id] });
    return texts.dropped(job_id.slice(0, 8));
  }, reloadAll);
  const isBusy = retry.isRunning || drop.isRunning;
  const columns: Column<AdminDeadLetter>[] = [
    { heading: jobs.job, cell: ({ job_id }) => <JobLink id={job_id} /> },
    { heading: texts.since, cell: ({ since }) => <Ago at={since} /> },
    { heading: texts.reason, cell: ({ reason }) => reason ?? adminWords.none },
    {
      heading: jobs.actions,
      isActions: true,
      cell: (letter) => (
        <div class="row">
          <RowButton
            label={texts.retry}
            about={letter.job_id.slice(0, 8)}
            disabled={isBusy}
            onClick={() => void retry.run(letter)}
          />
          <ConfirmButton
            label={texts.drop}
            about={letter.job_id.slice(0, 8)}
            disabled={isBusy}
            onConfirm={() => void drop.run(letter)}
          />
        </div>
      ),
    },
  ];
  return (
    <section>
      <h3>{texts.deadLetters}</h3>
      <AdminError error={error ?? retry.error ?? drop.error} />
      <AdminTable
        caption={texts.deadLetters}
        columns={columns}
        rows={value?.dead_letters}
        keyOf={({ job_id }) => job_id}
        empty={texts.noDeadLetters}
      />
    </section>
  );
}

function Callbacks({ overview }: TabProps) {
  const { deliveries: texts, jobs } = adminWords;
  const { value, error, reload } = useAdmin<{ callbacks: readonly AdminCallback[] }>('callbacks');
  const retry = useAdminAction(
    async () => {
      const { retried } = await sendAdmin<{ retried: number }>('POST', 'callbacks/retry');
      return texts.sentAgain(retried);
    },
    async () => {
      await Promise.all([reload(), overview.reload()]);
    },
  );
  const columns: Column<AdminCallback>[] = [
    { heading: jobs.job, cell: ({ job_id }) => <JobLink id={job_id} /> },
    { heading: texts.key, cell: ({ key }) => key },
    { heading: texts.event, cell: ({ event }) => <code>{event}</code> },
    { heading: texts.since, cell: ({ since }) => <Ago at={since} /> },
    { heading: texts.tries, isNumber: true, cell: ({ tries }) => tries },
    { heading: texts.next, cell: ({ next_at }) => (next_at === null ? texts.givenUp : <Until at={next_at} />) },
    { heading: texts.reason, cell: ({ reason }) => reason ?? adminWords.none },
  ];
  const hasGivenUp = value?.callbacks.some(({ next_at }) => next_at === null) === true;
  return (
    <section>
      <h3>{texts.callbacks}</h3>
      <AdminError error={error ?? retry.error} />
      <AdminTable
        caption={texts.callbacks}
        columns={columns}
        rows={value?.callbacks}
        keyOf={({ id }) => id}
        empty={texts.noCallbacks}
      />
      {hasGivenUp && (
        <p>
          <button type="button" disabled={retry.isRunning} onClick={() => void retry.run()}>
            {texts.retryAll}
          </button>
        </p>
      )}
    </section>
  );
}
