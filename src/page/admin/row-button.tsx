export interface RowButtonProps {
  readonly label: string;
  /** What the row is about, for screen readers: a table has many buttons with the same label. */
  readonly about: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A button in a row of a table. */
export function RowButton({ label, about, disabled = false, onClick }: RowButtonProps) {
  return (
    <button type="button" class="small" aria-label={`${label} (${about})`} disabled={disabled} onClick={onClick}>
      {label}
    </button>
  );
}
