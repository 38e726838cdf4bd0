import type { JSX } from 'preact';
import type { AdminOverview } from '../../contract/index.ts';
import { useSearchParams } from '../router.ts';
import { storeToken } from './admin-session.ts';
import type { TabProps } from './tab-props.ts';
import { AuditTab } from './tabs/audit-tab.tsx';
import { BlocksTab } from './tabs/blocks-tab.tsx';
import { DeliveriesTab } from './tabs/deliveries-tab.tsx';
import { FailuresTab } from './tabs/failures-tab.tsx';
import { KeysTab } from './tabs/keys-tab.tsx';
import { OverviewTab } from './tabs/overview-tab.tsx';
import { QueueTab } from './tabs/queue-tab.tsx';
import { WorkersTab } from './tabs/workers-tab.tsx';
import { AdminError } from './texts.tsx';
import { useAdmin } from './use-admin.ts';
import { adminWords } from './words/index.ts';

const tabs = {
  overview: OverviewTab,
  queue: QueueTab,
  failures: FailuresTab,
  workers: WorkersTab,
  keys: KeysTab,
  blocks: BlocksTab,
  deliveries: DeliveriesTab,
  audit: AuditTab,
} as const satisfies Record<string, (props: TabProps) => JSX.Element>;

type TabName = keyof typeof tabs;

/** One tab at a time, which is in the address: a reload and the back button keep it. */
export function Dashboard() {
  const [params, setParams] = useSearchParams();
  const overview = useAdmin<AdminOverview>('overview');
  const requested = params.get('tab') ?? '';
  const name: TabName = Object.hasOwn(tabs, requested) ? (requested as TabName) : 'overview';
  const Tab = tabs[name];
  const counts = countsOf(overview.value);
  const names = Object.keys(tabs) as TabName[];
  return (
    <>
      <div class="row page-tools">
        <h1>{adminWords.title}</h1>
        <button type="button" onClick={() => storeToken(null)}>
          {adminWords.signOut}
        </button>
      </div>
      <nav class="admin-tabs" aria-label={adminWords.title}>
        {names.map((tab) => (
          <a
            key={tab}
            href={tab === 'overview' ? location.pathname : `?tab=${tab}`}
            aria-current={tab === name ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault();
              setParams({ tab: tab === 'overview' ? '' : tab, kind: '', name: '' });
            }}
          >
            {adminWords.tabs[tab]}
            {(counts[tab] ?? 0) > 0 && <span class="count"> {counts[tab]}</span>}
          </a>
        ))}
      </nav>
      <AdminError error={overview.error} />
      <section key={name} id="admin-tab" tabIndex={-1} aria-label={adminWords.tabs[name]}>
        <h2>{adminWords.tabs[name]}</h2>
        <Tab overview={overview} />
      </section>
    </>
  );
}

/** The numbers beside the names of the tabs. */
function countsOf(overview: AdminOverview | null): Partial<Record<TabName, number>> {
  if (overview === null) return {};
  const { jobs, workers, dead_letters, undelivered_callbacks } = overview;
  return {
    queue: jobs.queued + jobs.downloading + jobs.rendering,
    workers,
    deliveries: dead_letters + undelivered_callbacks,
  };
}
