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
