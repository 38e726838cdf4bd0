import { useState } from 'preact/hooks';

/**
 * The text of a field whose value is set only when the person has finished typing. Without it, a field loses what is
 * being typed whenever the page around it is drawn again.
 */
export function useDraft(value: string) {
  const [draft, setDraft] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Not in an effect: it would run a moment later, and replace what was typed in between.
  if (lastValue !== value) {
    setLastValue(value);
    setDraft(value);
  }
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) => setDraft(currentTarget.value);
  return { draft, onInput };
}
