import { useEffect } from 'preact/hooks';
import type { SkinList } from '../../contract/index.ts';
import { useRequest } from '../api/use-request.ts';
import { linkTo } from '../link-to.ts';

const changedEvent = 'reprise:skins-changed';

/** Makes every list of skins on the page load again. */
export function reloadSkinLists(): void {
  dispatchEvent(new Event(changedEvent));
}

/** The skins of the service, also those that are uploaded while the page is open. */
export function useSkinList() {
  const request = useRequest<SkinList>(linkTo('/v1/skins'));
  useEffect(() => {
    addEventListener(changedEvent, request.reload);
    return () => removeEventListener(changedEvent, request.reload);
  }, [request.reload]);
  return request;
}
