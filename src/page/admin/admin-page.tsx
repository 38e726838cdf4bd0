import { useEffect, useState } from 'preact/hooks';
import { SecretField } from '../components/secret-field.tsx';
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
        <SecretField label={adminWords.token} value={entered} isInvalid={send.error !== null} onInput={setEntered} />
        <p class="muted">{adminWords.aboutToken}</p>
        <AdminError error={send.error} />
        <button type="submit" class="primary" disabled={send.isRunning}>
          {adminWords.signIn}
        </button>
      </form>
    </>
  );
}
