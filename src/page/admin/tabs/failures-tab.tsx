import { useState } from 'preact/hooks';
import type { AdminJob } from '../../../contract/index.ts';
import { sendAdmin } from '../admin-session.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { BlockLinks } from '../block-links.tsx';
import { LogDialog } from '../log-dialog.tsx';
import { RowButton } from '../row-button.tsx';
import type { TabProps } from '../tab-props.ts';
import { AdminError, Ago, JobLink } from '../texts.tsx';
import { useAdmin, useAdminAction } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';
import { aboutOf, PlayerAndMap } from './queue-tab.tsx';

/** The last jobs that failed, with their whole errors and their logs. */
export function FailuresTab({ overview }: TabProps) {
  const texts = adminWords.jobs;
  const { value, error, reload } = useAdmin<{ jobs: readonly AdminJob[] }>('jobs?list=failed');
  const [logOf, setLogOf] = useState<string | null>(null);
  const retry = useAdminAction(
    async ({ job_id }: AdminJob) => {
      const created = await sendAdmin<AdminJob>('POST', `jobs/${job_id}/retry`);
      return texts.retried(created.job_id.slice(0, 8));
    },
    async () => {
      await Promise.all([reload(), overview.reload()]);
    },
  );
  const columns: Column<AdminJob>[] = [
    { heading: texts.job, cell: ({ job_id }) => <JobLink id={job_id} /> },
    { heading: texts.ended, cell: ({ updated_at }) => <Ago at={updated_at} /> },
    { heading: texts.player, cell: (job) => <PlayerAndMap job={job} /> },
    { heading: texts.client, cell: ({ client }) => <code>{client}</code> },
    {
      heading: texts.error,
      cell: ({ error_code, error_message }) => (
        <>
          <code>{error_code}</code> <span class="muted error-text">{error_message}</span>
        </>
      ),
    },
    {
      heading: texts.actions,
      isActions: true,
      cell: (job) => (
        <div class="row">
          <RowButton
            label={texts.retry}
            about={aboutOf(job)}
            disabled={retry.isRunning}
            onClick={() => void retry.run(job)}
          />
          {job.log_url !== null && (
            <RowButton label={texts.log} about={aboutOf(job)} onClick={() => setLogOf(job.job_id)} />
          )}
          <BlockLinks job={job} />
        </div>
      ),
    },
  ];
  return (
    <>
      <AdminError error={error ?? retry.error} />
      <AdminTable
        caption={adminWords.tabs.failures}
        columns={columns}
        rows={value?.jobs}
        keyOf={({ job_id }) => job_id}
        empty={texts.noFailures}
      />
      {logOf !== null && <LogDialog jobId={logOf} onClose={() => setLogOf(null)} />}
    </>
  );
}
