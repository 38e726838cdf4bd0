import { usePageTitle } from '../hooks/use-page-title.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';

/** The page of an address with an unknown job. */
export function MissingJob() {
  const { missingJob } = words.watch;
  usePageTitle(missingJob.title);
  return (
    <section>
      <h1>{missingJob.title}</h1>
      <p>{missingJob.about}</p>
      <p class="row">
        <a class="button primary" href={linkTo('/')}>
          {words.nav.submit}
        </a>
        <a class="button" href={linkTo('/renders')}>
          {words.nav.list}
        </a>
      </p>
    </section>
  );
}
