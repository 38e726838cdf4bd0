/**
 * Decodes the text of a game file. The game writes UTF-8. Files from its first years use the code page of their author's
 * Windows, mostly Shift-JIS or Latin-1, and some editors save UTF-16 with a byte order mark.
 */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return decode('utf-8', bytes.subarray(3));
  if (startsWith(bytes, [0xff, 0xfe])) return decode('utf-16le', bytes.subarray(2));
  if (startsWith(bytes, [0xfe, 0xff])) return decode('utf-16be', bytes.subarray(2));
  return decodeExactly('utf-8', bytes) ?? decodeLegacyText(bytes);
}

function decodeLegacyText(bytes: Uint8Array): string {
  const damaged = decode('utf-8', bytes);
  if (isMostlyGood(damaged)) return damaged;
  const japanese = decodeExactly('shift_jis', bytes);
  // Most Latin-1 text is also valid Shift-JIS, but it does not decode to kana.
  if (japanese !== null && /[\u3040-\u30ff]/.test(japanese)) return japanese;
  return decode('windows-1252', bytes);
}

function decodeExactly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte);
}

/** Whether the text has more decoded non-ASCII characters than replacement characters. */
function isMostlyGood(text: string): boolean {
  let good = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) good += code === 0xfffd ? -1 : 1;
  }
  return good > 0;
}
