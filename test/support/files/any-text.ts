import fc from 'fast-check';

/** One code point of Unicode. fast-check's own `binary` takes a second to prepare. */
const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(
  (code) => String.fromCodePoint(code),
  (text) => (text as string).codePointAt(0)!,
);

/** Any text, with control characters and halves of surrogate pairs. */
export function anyText({ maxLength }: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: codePoint, ...(maxLength !== undefined && { maxLength }) });
}
