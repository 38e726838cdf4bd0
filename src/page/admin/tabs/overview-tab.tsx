import { useState } from 'preact/hooks';
import type { AdminOverview, AdminStorage } from '../../../contract/index.ts';
import { formatDuration, formatNumber, formatSize } from '../../words/numbers.ts';
import { sendAdmin } from '../admin-session.ts';
import type { TabProps } from '../tab-props.ts';
import { AdminError, Ago } from '../texts.tsx';
import { useAdmin, useAdminAction } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';

/** The numbers of the service, and what applies to all of it: the pause, the maintenance and the storage. */
export function OverviewTab({ overview }: TabProps) {
  const { value, reload } = overview;
  if (value === null) return <p class="muted">{adminWords.loading}</p>;
  return (
    <>
      <Numbers overview={value} />
      <div class="admin-panels">
        <PausePanel overview={value} reload={reload} />
        <MaintenancePanel overview={value} reload={reload} />
        <StoragePanel />
      </div>
    </>
  );
}

function Numbers({ overview }: { overview: AdminOverview }) {
  const { overview: texts } = adminWords;
  const { jobs, slots, busy_slots, oldest_wait_seconds, version } = overview;
  const numbers = [
    [texts.queued, formatNumber(jobs.queued)],
    [texts.running, formatNumber(jobs.downloading + jobs.rendering)],
    [texts.completed, formatNumber(jobs.completed)],
    [texts.failed, formatNumber(jobs.failed)],
    [texts.cancelled, formatNumber(jobs.cancelled)],
    [texts.oldest, formatDuration(oldest_wait_seconds)],
    [texts.slots, `${formatNumber(busy_slots)} / ${formatNumber(slots)}`],
    [texts.version, version],
  ] as const;
  return (
    <dl class="admin-numbers">
      {numbers.map(([name, number]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PanelProps {
  readonly overview: AdminOverview;
  readonly reload: () => Promise<void>;
}

function PausePanel({ overview, reload }: PanelProps) {
  const { overview: texts } = adminWords;
  const { queue_paused: paused } = overview;
  const [reason, setReason] = useState('');
  const pause = useAdminAction(async () => {
    await sendAdmin('POST', 'queue/pause', { reason: reason.trim() });
    setReason('');
    return texts.pausedNow;
  }, reload);
  const resume = useAdminAction(async () => {
    await sendAdmin('POST', 'queue/resume');
    return texts.resumedNow;
  }, reload);
  return (
    <section class={paused ? 'card restricted' : 'card'}>
      <h3>{paused ? texts.paused : texts.isRunning}</h3>
      {paused && (
        <p>
          {paused.reason}{' '}
          <span class="muted">
            (<Ago at={paused.since} />)
          </span>
        </p>
      )}
      <p class="muted">{texts.aboutPause}</p>
      {paused ? (
        <button type="button" class="primary" disabled={resume.isRunning} onClick={() => void resume.run()}>
          {texts.resume}
        </button>
      ) : (
        <form
          class="admin-form"
          onSubmit={(event) => {
            event.preventDefault();
            void pause.run();
          }}
        >
          <label class="field">
            {texts.reason}
            <input
              type="text"
              maxLength={500}
              value={reason}
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </label>
          <button type="submit" disabled={pause.isRunning}>
            {texts.pause}
          </button>
        </form>
      )}
      <AdminError error={pause.error ?? resume.error} />
    </section>
  );
}

function MaintenancePanel({ overview, reload }: PanelProps) {
  const { overview: texts } = adminWords;
  const { maintenance } = overview;
  const [message, setMessage] = useState('');
  const start = useAdminAction(async () => {
    await sendAdmin('POST', 'maintenance/start', { message: message.trim() });
    setMessage('');
    return texts.startedNow;
  }, reload);
  const end = useAdminAction(async () => {
    await sendAdmin('POST', 'maintenance/end');
    return texts.endedNow;
  }, reload);
  return (
    <section class={maintenance ? 'card restricted' : 'card'}>
      <h3>{maintenance ? texts.closed : texts.open}</h3>
      {maintenance && (
        <p>
          {maintenance.message}{' '}
          <span class="muted">
            (<Ago at={maintenance.since} />)
          </span>
        </p>
      )}
      <p class="muted">{texts.aboutMaintenance}</p>
      {maintenance ? (
        <button type="button" class="primary" disabled={end.isRunning} onClick={() => void end.run()}>
          {texts.end}
        </button>
      ) : (
        <form
          class="admin-form"
          onSubmit={(event) => {
            event.preventDefault();
            void start.run();
          }}
        >
          <label class="field">
            {texts.message}
            <input
              type="text"
              required
              maxLength={500}
              value={message}
              onInput={({ currentTarget }) => setMessage(currentTarget.value)}
            />
          </label>
          <button type="submit" disabled={start.isRunning}>
            {texts.start}
          </button>
        </form>
      )}
      <AdminError error={start.error ?? end.error} />
    </section>
  );
}

function StoragePanel() {
  const { overview: texts } = adminWords;
  const { value, error } = useAdmin<AdminStorage>('storage');
  return (
    <section class="card">
      <h3>{texts.storage}</h3>
      {value && (
        <dl class="admin-sizes">
          <dt>{texts.videos}</dt>
          <dd>{formatSize(value.job_bytes)}</dd>
          <dt>{texts.sets}</dt>
          <dd>{formatSize(value.beatmap_set_bytes)}</dd>
          <dt>{texts.skins}</dt>
          <dd>{formatSize(value.skin_bytes)}</dd>
          <dt>{texts.disk}</dt>
          <dd>{texts.of(formatSize(value.disk_free_bytes), formatSize(value.disk_size_bytes))}</dd>
        </dl>
      )}
      {value && (
        <p class="muted">{value.limit_bytes === null ? texts.noLimit : texts.limit(formatSize(value.limit_bytes))}</p>
      )}
      <p class="muted">{texts.measured}</p>
      <AdminError error={error} />
    </section>
  );
}
