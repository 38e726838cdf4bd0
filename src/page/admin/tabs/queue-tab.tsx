import type { AdminJob } from '../../../contract/index.ts';
import { words } from '../../words/index.ts';
import { formatWholePercent } from '../../words/numbers.ts';
import { sendAdmin } from '../admin-session.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { BlockLinks } from '../block-links.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { RowButton } from '../row-button.tsx';
import type { TabProps } from '../tab-props.ts';
import { AdminError, Ago, JobLink } from '../texts.tsx';
import { useAdmin, useAdminAction } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';

interface JobPage {
  readonly total: number;
  readonly jobs: readonly AdminJob[];
}

/** The jobs in progress, and those that wait in the order in which they are taken. */
export function QueueTab({ overview }: TabProps) {
  const texts = adminWords.jobs;
  const { value, error, reload } = useAdmin<JobPage>('jobs?list=active');
  const reloadAll = async () => {
    await Promise.all([reload(), overview.reload()]);
  };
  const cancel = useAdminAction(async ({ job_id }: AdminJob) => {
    await sendAdmin('POST', `jobs/${job_id}/cancel`);
    return texts.cancelled(job_id.slice(0, 8));
  }, reloadAll);
  const move = useAdminAction(async ({ job_id }: AdminJob, to: 'first' | 'last') => {
    await sendAdmin('POST', `jobs/${job_id}/move`, { to });
    return texts.moved(job_id.slice(0, 8));
  }, reload);
  const isBusy = cancel.isRunning || move.isRunning;
  const columns: Column<AdminJob>[] = [
    { heading: texts.place, isNumber: true, cell: (job) => job.queue_position ?? adminWords.none },
    { heading: texts.job, cell: ({ job_id }) => <JobLink id={job_id} /> },
    { heading: texts.status, cell: statusOf },
    { heading: texts.player, cell: (job) => <PlayerAndMap job={job} /> },
    { heading: texts.client, cell: ({ client }) => <code>{client}</code> },
    { heading: texts.submitted, cell: ({ created_at }) => <Ago at={created_at} /> },
    {
      heading: texts.actions,
      isActions: true,
      cell: (job) => (
        <div class="row">
          {job.status === 'queued' && (
            <>
              <RowButton
                about={aboutOf(job)}
                label={texts.first}
                disabled={isBusy}
                onClick={() => void move.run(job, 'first')}
              />
              <RowButton
                about={aboutOf(job)}
                label={texts.last}
                disabled={isBusy}
                onClick={() => void move.run(job, 'last')}
              />
            </>
          )}
          <ConfirmButton
            label={texts.cancel}
            about={aboutOf(job)}
            disabled={isBusy}
            onConfirm={() => void cancel.run(job)}
          />
          <BlockLinks job={job} />
        </div>
      ),
    },
  ];
  return (
    <>
      <AdminError error={error ?? cancel.error ?? move.error} />
      <AdminTable
        caption={adminWords.tabs.queue}
        columns={columns}
        rows={value?.jobs}
        keyOf={({ job_id }) => job_id}
        empty={texts.empty}
      />
      {value !== null && value.total > value.jobs.length && (
        <p class="muted">{texts.shown(value.jobs.length, value.total)}</p>
      )}
    </>
  );
}

/** Tells the buttons of the rows apart. */
export function aboutOf({ player, job_id }: AdminJob): string {
  return `${player}, ${job_id.slice(0, 8)}`;
}

export function PlayerAndMap({ job: { player, map_title } }: { job: AdminJob }) {
  return (
    <>
      <strong>{player}</strong>
      {map_title !== '' && <span class="muted"> {map_title}</span>}
    </>
  );
}

function statusOf({ status, progress }: AdminJob): string {
  const text = words.status[status];
  return status === 'rendering' ? `${text} ${formatWholePercent(progress)}` : text;
}
