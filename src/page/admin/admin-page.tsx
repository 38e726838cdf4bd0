import { useEffect, useState } from 'preact/hooks';
import '../style/admin.css';
import { useAction } from '../api/use-action.ts';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { onTokenChanged, readToken, signIn } from './admin-session.ts';
import { Dashboard } from './dashboard.tsx';
import { AdminError } from './texts.tsx';
import { adminWords } from './words/index.ts';

/** The administration of the service, for the operator who knows ADMIN_TOKEN. */
export function AdminPage() {
  const [isSignedIn, setSignedIn] = useState(readToken() !== null);
  useEffect(() => onTokenChanged(() => setSignedIn(readToken() !== null)), []);
  usePageTitle(adminWords.title);
  return <div class="admin">{isSignedIn ? <Dashboard /> : <SignIn />}</div>;
}

function SignIn() {
  const [entered, setEntered] = useState('');
  const send = useAction(() => signIn(entered.trim()));
  return (
    <>
      <h1>{adminWords.title}</h1>
      <form
        class="card admin-sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void send.run();
        }}
      >
        <label class="field">
          {adminWords.token}
          {/* A password field, so that neither the screen nor the browser's suggestions show it. */}
          <input
            type="password"
            required
            maxLength={200}
            autocomplete="off"
            spellcheck={false}
            value={entered}
            aria-invalid={send.error !== null}
            onInput={({ currentTarget }) => setEntered(currentTarget.value)}
          />
        </label>
        <p class="muted">{adminWords.aboutToken}</p>
        <AdminError error={send.error} />
        <button type="submit" class="primary" disabled={send.isRunning}>
          {adminWords.signIn}
        </button>
      </form>
    </>
  );
}
