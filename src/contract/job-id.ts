/**
 * Normalizes a job id, which clients may write with or without dashes and in any case, to lower case with dashes. Null if
 * the text is not an id.
 */
export function parseJobId(text: string): string | null {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)) return text;
  if (!/^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text)) return null;
  const hex = text.replaceAll('-', '').toLowerCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A job id as the legacy interface writes it: 32 hex digits without dashes. */
export function hexJobId(jobId: string): string {
  return jobId.replaceAll('-', '');
}
