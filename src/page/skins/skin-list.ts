import { useEffect } from 'preact/hooks';
import type { SkinList } from '../../contract/index.ts';
import { useRequest } from '../api/use-request.ts';
import { linkTo } from '../link-to.ts';

const channelName = 'reprise:skins-changed';

/** Makes every list of skins load again, also in other tabs. */
export function reloadSkinLists(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** The skins of the service, also those that are uploaded while the page is open. */
export function useSkinList() {
  const request = useRequest<SkinList>(linkTo('/v1/skins'));
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = request.reload;
    return () => channel.close();
  }, [request.reload]);
  return request;
}
