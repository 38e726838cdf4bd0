import { useState } from 'preact/hooks';
import type { AdminAuditEntry } from '../../../contract/index.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { AdminError } from '../texts.tsx';
import { useAdmin } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';

const pageSize = 50;

/** What operators have done, newest first. */
export function AuditTab() {
  const { audit: texts } = adminWords;
  const [before, setBefore] = useState<number | null>(null);
  const path = `audit?limit=${pageSize}${before === null ? '' : `&before=${before}`}`;
  const { value, error } = useAdmin<{ entries: readonly AdminAuditEntry[] }>(path);
  const columns: Column<AdminAuditEntry>[] = [
    { heading: texts.time, cell: ({ at }) => <ExactTime at={at} /> },
    { heading: texts.operator, cell: operatorOf },
    { heading: texts.action, cell: ({ action }) => <code>{action}</code> },
    { heading: texts.target, cell: ({ target }) => target ?? adminWords.none },
    { heading: texts.outcome, cell: outcomeOf },
    { heading: texts.details, cell: detailsOf },
  ];
  const entries = value?.entries;
  const last = entries?.at(-1);
  return (
    <>
      <AdminError error={error} />
      <AdminTable
        caption={adminWords.tabs.audit}
        columns={columns}
        rows={entries}
        keyOf={({ id }) => id}
        empty={texts.empty}
      />
      <p class="row">
        {before !== null && (
          <button type="button" onClick={() => setBefore(null)}>
            {texts.newest}
          </button>
        )}
        {last !== undefined && entries?.length === pageSize && (
          <button type="button" onClick={() => setBefore(last.id)}>
            {texts.older}
          </button>
        )}
      </p>
    </>
  );
}

function ExactTime({ at }: { at: string }) {
  const format = { dateStyle: 'short', timeStyle: 'medium' } as const;
  return <time dateTime={at}>{new Date(at).toLocaleString(document.documentElement.lang, format)}</time>;
}

function operatorOf({ actor, client }: AdminAuditEntry): string {
  const name = adminWords.audit.actors[actor];
  return client === null ? name : `${name} ${client}`;
}

function outcomeOf({ outcome }: AdminAuditEntry) {
  const { audit: texts } = adminWords;
  if (outcome === 'done') return texts.done;
  return outcome === null ? texts.interrupted : <code class="bad">{outcome}</code>;
}

function detailsOf({ details }: AdminAuditEntry): string {
  const texts = Object.entries(details).map(([name, value]) => `${name}: ${String(value ?? adminWords.none)}`);
  return texts.join(', ') || adminWords.none;
}
