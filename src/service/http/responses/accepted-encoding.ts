export type Encoding = 'br' | 'gzip';

/** In the order of preference: Brotli is faster than gzip at the same size. */
const encodings: readonly Encoding[] = ['br', 'gzip'];

/** The encoding that a client prefers (RFC 9110 §12.5.3); null: it accepts none of ours, or prefers none. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const qualities = new Map(header.split(',').map(qualityOf));
  const quality = (encoding: string) => qualities.get(encoding) ?? qualities.get('*') ?? 0;
  const [best = 'br'] = encodings.toSorted((a, b) => quality(b) - quality(a));
  return quality(best) > 0 && quality(best) >= (qualities.get('identity') ?? 0) ? best : null;
}

/** A coding and its weight, 0 to 1. An invalid weight counts as 0. */
function qualityOf(item: string): [coding: string, quality: number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [coding === 'x-gzip' ? 'gzip' : coding, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}
