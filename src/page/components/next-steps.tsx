import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';

/** Where a visitor can go on from a page that has no video. */
export function NextSteps() {
  return (
    <p class="row">
      <a class="button primary" href={linkTo('/')}>
        {words.nav.submit}
      </a>
      <a class="button" href={linkTo('/renders')}>
        {words.nav.list}
      </a>
    </p>
  );
}
