/** Formats a number in the language of the page. */
export const formatNumber = (value: number) => value.toLocaleString(document.documentElement.lang);

/** Formats a number with a fixed count of decimals. */
export const formatDecimal = (value: number, decimals: number) =>
  value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

/** Formats a number with its sign, such as +12.3. */
export const formatSigned = (value: number, decimals = 1) =>
  value
    .toLocaleString(document.documentElement.lang, {
      signDisplay: 'exceptZero',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    .replace('-', '−');

/** Formats a percentage with two decimals; it is not rounded further. */
export const formatPercent = (percent: number) =>
  (percent / 100).toLocaleString(document.documentElement.lang, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** A star rating, such as 5.20. */
export const formatStars = (stars: number) => formatDecimal(stars, 2);

/** Whole minutes and seconds, such as 1:05; from an hour on, hours as well: 1:00:05. */
export function formatDuration(seconds: number): string {
  // Charts also show what is before the beginning of a clip.
  const sign = seconds <= -1 ? '−' : '';
  const whole = Math.floor(Math.abs(seconds));
  const twoDigits = (part: number) => String(part % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  const beforeSeconds = minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${twoDigits(minutes)}`;
  return `${sign}${beforeSeconds}:${twoDigits(whole)}`;
}

/** How long ago something was, such as "2 hr. ago"; after a month, the date. */
export function formatAge(unixMs: number, nowUnixMs: number): string {
  const { lang } = document.documentElement;
  const minutes = Math.round((unixMs - nowUnixMs) / 60_000);
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' });
  if (minutes > -1) return format.format(0, 'second');
  if (minutes > -60) return format.format(minutes, 'minute');
  if (minutes > -24 * 60) return format.format(Math.round(minutes / 60), 'hour');
  if (minutes > -30 * 24 * 60) return format.format(Math.round(minutes / 60 / 24), 'day');
  return new Date(unixMs).toLocaleDateString(lang, { dateStyle: 'medium' });
}

/** A size in megabytes, such as 12.5 MB. */
export const formatMegabytes = (bytes: number) =>
  Math.max(0.1, bytes / 1_000_000).toLocaleString(document.documentElement.lang, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });

/** A size in the unit that suits it, such as 11 bytes or 12.5 GB. */
export function formatSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return (bytes / 1000 ** step).toLocaleString(document.documentElement.lang, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short word for bytes has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  });
}

/** Whole percent, such as 42%; a space before the sign is the language's own. */
export const formatWholePercent = (percent: number) =>
  (Math.floor(percent) / 100).toLocaleString(document.documentElement.lang, { style: 'percent' });

/** A version of the skin format, such as 2.0. */
export const formatVersion = (version: number) => (Number.isInteger(version) ? version.toFixed(1) : String(version));

/** A fraction as a whole percentage, such as 95%. */
export const formatFraction = (fraction: number) =>
  fraction.toLocaleString(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 0 });

/** A multiple, such as 1.5×. */
export const formatMultiple = (factor: number) =>
  `${factor.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2 })}×`;

/** The sign between the whole and the fraction of a number. */
export const decimalSign = () => (1.5).toLocaleString(document.documentElement.lang).charAt(1);
