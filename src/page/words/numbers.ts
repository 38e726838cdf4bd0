/** Formats a number in the language of the page. */
export const formatNumber = (value: number) => value.toLocaleString(document.documentElement.lang);

/** Formats a percentage with two decimals; it is not rounded further. */
export const formatPercent = (percent: number) =>
  (percent / 100).toLocaleString(document.documentElement.lang, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** A star rating, such as 5.20. */
export const formatStars = (stars: number) =>
  stars.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Whole minutes and seconds, such as 1:05. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A file size, such as 12.5 MB. */
export function formatMegabytes(bytes: number): string {
  const megabytes = Math.max(0.1, bytes / 1_000_000);
  return `${megabytes.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })}\u00a0MB`;
}

/** A version of the skin format, such as 2.0. */
export const formatVersion = (version: number) => (Number.isInteger(version) ? version.toFixed(1) : String(version));
