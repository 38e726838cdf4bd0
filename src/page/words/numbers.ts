/** Formats a number in the language of the page. */
export const formatNumber = (value: number) => value.toLocaleString(document.documentElement.lang);

export const formatPercent = (fraction: number) =>
  fraction.toLocaleString(document.documentElement.lang, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** Minutes and seconds, such as 1:05. */
export function formatDuration(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`;
}
