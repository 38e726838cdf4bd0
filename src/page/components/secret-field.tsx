interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onInput: (value: string) => void;
}

/** A field for a key or token: a password field, so that neither the screen nor the browser's suggestions show it. */
export function SecretField({ label, value, isInvalid, onInput }: SecretFieldProps) {
  return (
    <label class="field">
      {label}
      <input
        type="password"
        required
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        value={value}
        aria-invalid={isInvalid}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  );
}
