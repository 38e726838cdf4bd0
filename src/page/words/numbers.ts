/** Formats a number in the language of the page. */
export const formatNumber = (value: number) => value.toLocaleString(document.documentElement.lang);

export const formatPercent = (fraction: number) =>
  fraction.toLocaleString(document.documentElement.lang, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** Whole minutes and seconds, such as 1:05. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
