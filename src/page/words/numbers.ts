/** Numbers as the page's language writes them. */
export const whole = (value: number) => value.toLocaleString(document.documentElement.lang);

export const percent = (share: number) =>
  share.toLocaleString(document.documentElement.lang, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** Minutes and seconds of a length, such as 1:05. */
export function length(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`;
}
