/** Formats numbers in a language. */
export interface NumberFormat {
  number(value: number, decimals?: number): string;
  /** With its sign; values that are rounded to zero have none. */
  signed(value: number, decimals?: number): string;
  percent(share: number, decimals?: number): string;
}

export function createNumberFormat(language: string): NumberFormat {
  const digits = (decimals: number) => ({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return {
    number: (value, decimals = 0) => value.toLocaleString(language, digits(decimals)),
    signed: (value, decimals = 0) =>
      value.toLocaleString(language, { ...digits(decimals), signDisplay: 'exceptZero' }).replace('-', '−'),
    percent: (share, decimals = 0) => share.toLocaleString(language, { style: 'percent', ...digits(decimals) }),
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text from replays and file names safe in HTML, also inside of attributes. */
export function escapeHtml(text: string): string {
  // Control characters are not allowed in HTML; those of bidirectional text could hide what a name is.
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A time of the map as the editor of the game shows it: minutes, seconds and milliseconds, such as 01:23.456. */
export function momentTime(ms: number): string {
  const whole = Math.round(Math.abs(ms));
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  const text = `${digits(Math.floor(whole / 60_000), 2)}:${digits(Math.floor(whole / 1000) % 60, 2)}.${digits(whole % 1000, 3)}`;
  return ms < 0 && whole > 0 ? `-${text}` : text;
}
