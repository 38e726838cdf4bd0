/** Moves the focus to the card after, or before, the one that contains this element and is about to leave its list. */
export function focusNextCard(element: Element | null): void {
  const card = element?.closest('li');
  const { activeElement, body } = document;
  // A button that is disabled while the request runs has lost the focus.
  if (!card || (activeElement !== body && !card.contains(activeElement))) return;
  const next = (card.nextElementSibling ?? card.previousElementSibling)?.querySelector<HTMLElement>('a, button');
  (next ?? document.getElementById('content'))?.focus();
}
