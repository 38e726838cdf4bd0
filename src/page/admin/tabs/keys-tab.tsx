import { useState } from 'preact/hooks';
import type { AdminKey, AdminNewKey } from '../../../contract/index.ts';
import { formatNumber } from '../../words/numbers.ts';
import { AdminForm, expiryOf } from '../admin-form.tsx';
import { sendAdmin } from '../admin-session.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { AdminError, Ago, Until } from '../texts.tsx';
import { useAdmin, useAdminAction } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';

type CreatedKey = AdminKey & AdminNewKey;

/** The keys of bots and other clients. */
export function KeysTab() {
  const { keys: texts, jobs } = adminWords;
  const { value, error, reload } = useAdmin<{ keys: readonly AdminKey[] }>('keys');
  const revoke = useAdminAction(async ({ id, name }: AdminKey) => {
    await sendAdmin('POST', `keys/${id}/revoke`);
    return texts.revokedNow(name);
  }, reload);
  const columns: Column<AdminKey>[] = [
    { heading: texts.name, cell: ({ name }) => <strong>{name}</strong> },
    { heading: texts.id, cell: ({ id }) => <code>{id}</code> },
    { heading: texts.state, cell: ({ state }) => texts.states[state] },
    { heading: texts.perMinute, isNumber: true, cell: ({ per_minute }) => formatNumber(per_minute) },
    { heading: texts.active, isNumber: true, cell: ({ active }) => formatNumber(active) },
    { heading: texts.priority, cell: ({ priority }) => texts.priorities[priority] },
    { heading: texts.expires, cell: ({ expires_at }) => <Until at={expires_at} /> },
    {
      heading: texts.lastUsed,
      cell: ({ last_used_at }) => (last_used_at === null ? adminWords.never : <Ago at={last_used_at} />),
    },
    { heading: texts.submissions, isNumber: true, cell: ({ submissions }) => formatNumber(submissions) },
    {
      heading: jobs.actions,
      isActions: true,
      cell: (key) =>
        key.state !== 'revoked' && (
          <ConfirmButton
            label={texts.revoke}
            about={key.name}
            disabled={revoke.isRunning}
            onConfirm={() => void revoke.run(key)}
          />
        ),
    },
  ];
  return (
    <>
      <NewKeyForm reload={reload} />
      <AdminError error={error ?? revoke.error} />
      <AdminTable
        caption={adminWords.tabs.keys}
        columns={columns}
        rows={value?.keys}
        keyOf={({ id }) => id}
        empty={texts.empty}
      />
    </>
  );
}

function NewKeyForm({ reload }: { reload: () => Promise<void> }) {
  const { keys: texts } = adminWords;
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const create = useAdminAction(async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const key = await sendAdmin<CreatedKey>('POST', 'keys', {
      name: String(fields.get('name')).trim(),
      per_minute: Number(fields.get('per_minute')),
      active: Number(fields.get('active')),
      priority: String(fields.get('priority')),
      ...expiryOf(String(fields.get('expires'))),
    });
    form.reset();
    setCreated(key);
    return texts.createdNow(key.name);
  }, reload);
  return (
    <>
      <AdminForm action={create} submit={texts.create}>
        <label class="field">
          {texts.name}
          <input type="text" name="name" required maxLength={64} autocomplete="off" />
        </label>
        <label class="field">
          {texts.perMinute}
          <input type="number" name="per_minute" required min={1} max={1_000_000} defaultValue="60" />
        </label>
        <label class="field">
          {texts.active}
          <input type="number" name="active" required min={1} max={1_000_000} defaultValue="20" />
        </label>
        <label class="field">
          {texts.priority}
          <select name="priority">
            {(['low', 'normal', 'high'] as const).map((priority) => (
              <option key={priority} value={priority} selected={priority === 'normal'}>
                {texts.priorities[priority]}
              </option>
            ))}
          </select>
        </label>
        <label class="field wide">
          {texts.expiresOptional}
          <input type="datetime-local" name="expires" />
        </label>
      </AdminForm>
      {created !== null && (
        // A reload of the page would lose them.
        <div class="notice" role="status" data-unsaved>
          <p>{texts.created(created.name)}</p>
          <dl class="admin-secrets">
            <dt>{texts.key}</dt>
            <dd>
              <code>{created.key}</code>
            </dd>
            <dt>{texts.secret}</dt>
            <dd>
              <code>{created.callback_secret}</code>
            </dd>
          </dl>
          <button type="button" onClick={() => setCreated(null)}>
            {texts.hide}
          </button>
        </div>
      )}
    </>
  );
}
