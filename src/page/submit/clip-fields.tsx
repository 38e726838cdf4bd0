import { useEffect, useId, useState } from 'preact/hooks';
import { words } from '../words/index.ts';
import { decimalSign } from '../words/numbers.ts';
import { type Clip, parseTime, timeText, wholeReplay } from './clip.ts';

/** Chooses the part of a replay that the video shows. */
export function ClipFields({ clip, onChange }: { clip: Clip; onChange: (clip: Clip) => void }) {
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
    </fieldset>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly seconds: number | null;
  readonly error?: string | null;
  readonly onChange: (seconds: number | null) => void;
}

function TimeField({ label, placeholder, seconds, error = null, onChange }: TimeFieldProps) {
  const [text, setText] = useState(timeText(seconds, decimalSign()));
  // The player can set the time too.
  useEffect(() => setText(timeText(seconds, decimalSign())), [seconds]);
  const errorId = useId();
  const message = parseTime(text) === undefined ? words.submit.clipInvalid : error;
  return (
    <label class="field">
      {label}
      <input
        type="text"
        inputMode="decimal"
        maxLength={12}
        placeholder={placeholder}
        value={text}
        aria-invalid={message !== null}
        aria-describedby={errorId}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onChange={() => {
          const time = parseTime(text);
          if (time !== undefined) onChange(time);
        }}
      />
      <span id={errorId} class="field-error">
        {message}
      </span>
    </label>
  );
}
