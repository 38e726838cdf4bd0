import { useEffect } from 'preact/hooks';
import { useDraft } from '../hooks/use-draft.ts';
import { useStoredPreference } from '../stored-preference.ts';
import { words } from '../words/index.ts';
import type { ReplayAudio } from './audio/replay-audio.ts';

const maxOffsetMs = 500;

/** Corrects the time between picture and sound, for devices whose latency the browser does not know. */
export function SoundOffset({ audio }: { audio: ReplayAudio | null }) {
  const [offsetMs, setOffsetMs] = useStoredPreference('sound-offset', 0, isOffset);
  const { draft, onInput } = useDraft(String(offsetMs));
  useEffect(() => audio?.setOffset(offsetMs), [audio, offsetMs]);
  return (
    <label class="row sound-offset" title={words.player.soundOffsetHelp}>
      {words.player.soundOffset}
      <input
        type="number"
        min={-maxOffsetMs}
        max={maxOffsetMs}
        step={5}
        value={draft}
        onInput={onInput}
        onChange={({ currentTarget }) => {
          const { valueAsNumber } = currentTarget;
          if (isOffset(valueAsNumber)) setOffsetMs(valueAsNumber);
        }}
      />
      ms
    </label>
  );
}

function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= maxOffsetMs;
}
