import { useState } from 'preact/hooks';
import type { AdminBlock } from '../../../contract/index.ts';
import { useSearchParams } from '../../router.ts';
import { AdminForm, expiryOf } from '../admin-form.tsx';
import { sendAdmin } from '../admin-session.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { AdminError, Ago, Until } from '../texts.tsx';
import { useAdmin, useAdminAction } from '../use-admin.ts';
import { adminWords } from '../words/index.ts';

type Kind = AdminBlock['kind'];

/** The clients and players whose submissions are refused. */
export function BlocksTab() {
  const { blocks: texts, jobs } = adminWords;
  const { value, error, reload } = useAdmin<{ blocks: readonly AdminBlock[] }>('blocks');
  const remove = useAdminAction(async ({ id, name }: AdminBlock) => {
    await sendAdmin('DELETE', `blocks/${id}`);
    return texts.removed(name);
  }, reload);
  const columns: Column<AdminBlock>[] = [
    { heading: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
    { heading: texts.name, cell: ({ name }) => <strong>{name}</strong> },
    { heading: texts.reason, cell: ({ reason }) => reason },
    { heading: texts.since, cell: ({ created_at }) => <Ago at={created_at} /> },
    { heading: texts.expires, cell: ({ expires_at }) => <Until at={expires_at} /> },
    {
      heading: jobs.actions,
      isActions: true,
      cell: (block) => (
        <ConfirmButton
          label={texts.remove}
          about={block.name}
          disabled={remove.isRunning}
          onConfirm={() => void remove.run(block)}
        />
      ),
    },
  ];
  return (
    <>
      <BlockForm reload={reload} />
      <AdminError error={error ?? remove.error} />
      <AdminTable
        caption={adminWords.tabs.blocks}
        columns={columns}
        rows={value?.blocks}
        keyOf={({ id }) => id}
        empty={texts.empty}
      />
    </>
  );
}

/** A button of a job fills it in, through the address. */
function BlockForm({ reload }: { reload: () => Promise<void> }) {
  const { blocks: texts } = adminWords;
  const [params, setParams] = useSearchParams();
  const [kind, setKind] = useState<Kind>(params.get('kind') === 'player' ? 'player' : 'client');
  const [name, setName] = useState(params.get('name') ?? '');
  const [reason, setReason] = useState('');
  const [expires, setExpires] = useState('');
  const add = useAdminAction(async () => {
    const block = await sendAdmin<AdminBlock>('POST', 'blocks', {
      kind,
      name: name.trim(),
      reason: reason.trim(),
      ...expiryOf(expires),
    });
    setName('');
    setReason('');
    setExpires('');
    setParams({ kind: '', name: '' }, { isSameStep: true });
    return texts.added(block.name);
  }, reload);
  return (
    <AdminForm action={add} submit={texts.add}>
      <label class="field">
        {texts.kind}
        <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}>
          {(['client', 'player'] as const).map((value) => (
            <option key={value} value={value}>
              {texts.kinds[value]}
            </option>
          ))}
        </select>
      </label>
      <label class="field wide">
        {texts[kind]}
        <input
          type="text"
          required
          maxLength={200}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <label class="field wide">
        {texts.reasonSeen}
        <input
          type="text"
          required
          maxLength={500}
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      <label class="field wide">
        {texts.expiresOptional}
        <input type="datetime-local" value={expires} onInput={({ currentTarget }) => setExpires(currentTarget.value)} />
      </label>
    </AdminForm>
  );
}
