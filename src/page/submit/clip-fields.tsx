import { useId } from 'preact/hooks';
import { useDraft } from '../hooks/use-draft.ts';
import { words } from '../words/index.ts';
import { decimalSign, formatDecimal, formatDuration } from '../words/numbers.ts';
import { type Clip, clipProblems, clipSeconds, parseTime, type ReplaySpan, timeText, wholeReplay } from './clip.ts';

interface ClipFieldsProps {
  readonly clip: Clip;
  readonly onChange: (clip: Clip) => void;
  readonly span: ReplaySpan;
  /** The speed of the song in the play. */
  readonly clockRate: number;
  /** The speed of the video; the play's own speed is 1. */
  readonly speed: number;
}

/** Chooses the part of a replay that the video shows. */
export function ClipFields({ clip, onChange, span, clockRate, speed }: ClipFieldsProps) {
  const { submit } = words;
  const problems = clipProblems(clip, span);
  return (
    <fieldset class="clip" aria-label={submit.clip}>
      <TimeField
        label={submit.clipStart}
        placeholder={submit.clipStartHint}
        seconds={clip.start}
        error={problems.start && submit[problems.start]}
        onChange={(start) => onChange({ ...clip, start })}
      />
      <TimeField
        label={submit.clipEnd}
        placeholder={submit.clipEndHint}
        seconds={clip.end}
        error={problems.end && submit[problems.end]}
        onChange={(end) => onChange({ ...clip, end })}
      />
      {(clip.start !== null || clip.end !== null) && (
        <div class="row clip-note">
          <ClipNote clip={clip} span={span} clockRate={clockRate} speed={speed} />
          <button type="button" class="small" onClick={() => onChange(wholeReplay)}>
            {submit.clipWhole}
          </button>
        </div>
      )}
    </fieldset>
  );
}

/** Moves the focus to the first time that no clip can have; returns whether there is one. */
export function focusWrongTime(container: HTMLElement): boolean {
  const field = container.querySelector<HTMLInputElement>('.clip [aria-invalid="true"]');
  if (field === null) return false;
  // On a small card the fields are closed.
  field.closest('details')?.setAttribute('open', '');
  field.focus({ preventScroll: true });
  // Not at the edge of the window, where the header or the button would cover it.
  field.scrollIntoView({ block: 'center' });
  return true;
}

/** With Double Time, the times of the song differ from those that the preview shows. */
function ClipNote({ clip, span, clockRate, speed }: Omit<ClipFieldsProps, 'onChange'>) {
  const { submit } = words;
  const seconds = clipSeconds(clip, span);
  const notes = [
    seconds === null ? '' : submit.clipLength(formatDuration(seconds / clockRate / speed)),
    clockRate === 1 ? '' : submit.clipSongTime(formatDecimal(clockRate, 2)),
  ];
  return <p class="muted">{notes.join(' ')}</p>;
}

interface TimeFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly seconds: number | null;
  readonly error: string | null;
  readonly onChange: (seconds: number | null) => void;
}

function TimeField({ label, placeholder, seconds, error, onChange }: TimeFieldProps) {
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
