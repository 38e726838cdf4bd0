import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { linkTo } from '../link-to.ts';
import { formatAge } from '../words/numbers.ts';
import { adminWords } from './words/index.ts';

/** How long ago something was; the exact time is in its title. */
export function Ago({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={at} title={time.toLocaleString(document.documentElement.lang)}>
      {formatAge(time.getTime(), Date.now())}
    </time>
  );
}

/** A time in the future, or "never". */
export function Until({ at }: { at: string | null }) {
  const { lang } = document.documentElement;
  if (at === null) return <>{adminWords.never}</>;
  return <time dateTime={at}>{new Date(at).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' })}</time>;
}

/** A link to a job, by the beginning of its id. */
export function JobLink({ id }: { id: string }) {
  return (
    <a href={linkTo(`/view/${id}`)} title={id} class="job-id">
      {id.slice(0, 8)}
    </a>
  );
}

/** The page's text for an error of the administration, or that of any other page. */
export function AdminError({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const own =
    error instanceof RepriseError ? adminWords.failures[error.code as keyof typeof adminWords.failures] : null;
  if (own == null) return <ErrorNotice error={error} />;
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{own}</strong>
      </p>
    </div>
  );
}
