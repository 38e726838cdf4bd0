import { useState } from 'preact/hooks';
import { checkKey } from '../api/request.ts';
import { isKeyRequired, useStoredKey } from '../api/stored-key.ts';
import { useAction } from '../api/use-action.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { SecretField } from '../components/secret-field.tsx';
import { words } from '../words/index.ts';

/** Asks for a key if the service requires one, and keeps it in this browser. */
export function KeyForm() {
  const { key } = words.submit;
  const [stored, store] = useStoredKey();
  const [entered, setEntered] = useState('');
  const save = useAction(async () => {
    const text = entered.trim();
    await checkKey(text);
    store(text);
    setEntered('');
  });

  if (stored !== '') {
    return (
      <p class="key-saved">
        <span role="status">{key.saved}</span>{' '}
        <button type="button" class="plain" onClick={() => store('')}>
          {key.remove}
        </button>
      </p>
    );
  }
  if (!isKeyRequired()) return null;
  return (
    <form
      class="notice key-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <p>
        <strong>{key.title}</strong> {key.about}
      </p>
      <div class="row">
        <SecretField label={key.label} value={entered} isInvalid={save.error !== null} onInput={setEntered} />
        <button type="submit" disabled={save.isRunning}>
          {key.save}
        </button>
      </div>
      {save.error !== null && <ErrorNotice error={save.error} />}
    </form>
  );
}
