import { useState } from 'preact/hooks';
import type { RowButtonProps } from './row-button.tsx';
import { adminWords } from './words/index.ts';

interface ConfirmButtonProps extends Omit<RowButtonProps, 'onClick'> {
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: the second click acts. Leaving the button, or Escape, takes the first one back. */
export function ConfirmButton({ label, about, disabled = false, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const text = isAsking ? adminWords.confirm(label) : label;
  return (
    <button
      type="button"
      class={isAsking ? 'small danger' : 'small'}
      aria-label={`${text} (${about})`}
      disabled={disabled}
      onBlur={() => setAsking(false)}
      onKeyDown={({ key }) => key === 'Escape' && setAsking(false)}
      onClick={() => {
        setAsking(!isAsking);
        if (isAsking) onConfirm();
      }}
    >
      {text}
    </button>
  );
}
