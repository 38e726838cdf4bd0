/**
 * The id of a job as a path may carry it, a UUID with dashes or 32 hex digits in any case, in the one spelling the
 * service keeps: dashed, lower case. Null when the text is no id.
 */
export function parseJobId(text: string): string | null {
  if (!/^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text)) return null;
  const hex = text.replaceAll('-', '').toLowerCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The spelling of the deprecated interface: 32 hex digits. */
export function hexJobId(jobId: string): string {
  return jobId.replaceAll('-', '');
}
