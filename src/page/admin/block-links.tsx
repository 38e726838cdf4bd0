import type { AdminJob } from '../../contract/index.ts';
import { useSearchParams } from '../router.ts';
import { adminWords } from './words/index.ts';

/** Opens the form for blocking the client or the player of a job. */
export function BlockLinks({ job: { client, player } }: { job: AdminJob }) {
  const [, setParams] = useSearchParams();
  const { jobs: texts } = adminWords;
  const open = (kind: string, name: string) => setParams({ tab: 'blocks', kind, name });
  return (
    <>
      <button
        type="button"
        class="small"
        aria-label={`${texts.blockClient} (${client})`}
        onClick={() => open('client', client)}
      >
        {texts.blockClient}
      </button>
      {player !== '' && (
        <button
          type="button"
          class="small"
          aria-label={`${texts.blockPlayer} (${player})`}
          onClick={() => open('player', player)}
        >
          {texts.blockPlayer}
        </button>
      )}
    </>
  );
}
