import { useEffect, useState } from 'preact/hooks';

/**
 * The text of a field whose value is set only when the person has finished typing. Without it, a field loses what is
 * being typed whenever the page around it is drawn again.
 */
export function useDraft(value: string) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) => setDraft(currentTarget.value);
  return { draft, onInput };
}
