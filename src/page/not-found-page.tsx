import { usePageTitle } from './hooks/use-page-title.ts';
import { linkTo } from './link-to.ts';
import { words } from './words/index.ts';

/** Says that an address leads nowhere, and where to go on. */
export function NotFoundPage() {
  const { notFound, nav } = words;
  usePageTitle(notFound.title);
  return (
    <section class="empty not-found">
      <p class="not-found-code" aria-hidden="true">
        404
      </p>
      <h1>{notFound.title}</h1>
      <p class="muted">{notFound.about}</p>
      <p class="row">
        <a class="button primary" href={linkTo('/')}>
          {nav.submit}
        </a>
        <a class="button" href={linkTo('/renders')}>
          {nav.list}
        </a>
        <a class="button" href={linkTo('/guide')}>
          {nav.help}
        </a>
      </p>
    </section>
  );
}
