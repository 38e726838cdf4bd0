import { useId } from 'preact/hooks';
import { useDraft } from '../hooks/use-draft.ts';
import { words } from '../words/index.ts';
import { decimalSign, formatDecimal, formatDuration } from '../words/numbers.ts';
import { type Clip, parseTime, timeText, wholeReplay } from './clip.ts';

interface ClipFieldsProps {
  readonly clip: Clip;
  readonly onChange: (clip: Clip) => void;
  /** The speed of the song in the play. */
  readonly clockRate: number;
  /** The speed of the video; the play's own speed is 1. */
  readonly speed: number;
}

/** Chooses the part of a replay that the video shows. */
export function ClipFields({ clip, onChange, clockRate, speed }: ClipFieldsProps) {
  const { submit } = words;
  const isReversed = clip.start !== null && clip.end !== null && clip.end <= clip.start;
  return (
    <fieldset class="clip" aria-label={submit.clip}>
      <TimeField
        label={submit.clipStart}
        placeholder={submit.clipStartHint}
        seconds={clip.start}
        onChange={(start) => onChange({ ...clip, start })}
      />
      <TimeField
        label={submit.clipEnd}
        placeholder={submit.clipEndHint}
        seconds={clip.end}
        error={isReversed ? submit.clipOrder : null}
        onChange={(end) => onChange({ ...clip, end })}
      />
      {(clip.start !== null || clip.end !== null) && (
        <button type="button" class="small" onClick={() => onChange(wholeReplay)}>
          {submit.clipWhole}
        </button>
      )}
      <ClipNote clip={clip} clockRate={clockRate} speed={speed} />
    </fieldset>
  );
}

/** With Double Time, the times of the song differ from those that the preview shows. */
function ClipNote({ clip: { start, end }, clockRate, speed }: Omit<ClipFieldsProps, 'onChange'>) {
  const { submit } = words;
  if (start === null && end === null) return null;
  const seconds = start === null || end === null ? 0 : (end - start) / clockRate / speed;
  const notes = [
    seconds > 0 ? submit.clipLength(formatDuration(seconds)) : '',
    clockRate === 1 ? '' : submit.clipSongTime(formatDecimal(clockRate, 2)),
  ];
  return <p class="muted clip-note">{notes.join(' ')}</p>;
}

interface TimeFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly seconds: number | null;
  readonly error?: string | null;
  readonly onChange: (seconds: number | null) => void;
}

function TimeField({ label, placeholder, seconds, error = null, onChange }: TimeFieldProps) {
  // The player can set the time too.
  const { draft, onInput } = useDraft(timeText(seconds, decimalSign()));
  const errorId = useId();
  const message = parseTime(draft) === undefined ? words.submit.clipInvalid : error;
  return (
    <label class="field">
      {label}
      <input
        type="text"
        inputMode="decimal"
        maxLength={12}
        placeholder={placeholder}
        value={draft}
        aria-invalid={message !== null}
        aria-describedby={errorId}
        onInput={onInput}
        onChange={() => {
          const time = parseTime(draft);
          if (time !== undefined) onChange(time);
        }}
      />
      <span id={errorId} class="field-error">
        {message}
      </span>
    </label>
  );
}
