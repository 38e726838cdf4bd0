import { useEffect, useState } from 'preact/hooks';
import type { ServiceState } from '../../contract/index.ts';
import { getJson } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';

const refreshMs = 60_000;

/** Says that the operator has paused the queue or started maintenance, with the operator's text. */
export function ServiceStateNotice() {
  const [state, setState] = useState<ServiceState | null>(null);
  useEffect(() => {
    // Without an answer, the page works as if there were neither.
    const read = () => document.hidden || getJson<ServiceState>(linkTo('/v1/service')).then(setState, () => {});
    void read();
    const timer = setInterval(read, refreshMs);
    return () => clearInterval(timer);
  }, []);
  const { queue_paused: paused, maintenance } = state ?? {};
  if (!paused && !maintenance) return null;
  return (
    <div class="service-state" role="status">
      {maintenance && (
        <p>
          <strong>{words.maintenance}</strong> {maintenance.message}
        </p>
      )}
      {paused && (
        <p>
          <strong>{words.queuePaused}</strong> {paused.reason}
        </p>
      )}
    </div>
  );
}
