/** Passes the chunks on and throws at the end, or as soon as there are too many, unless they add up to `size` bytes. */
export async function* exactly(size: number, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let seen = 0;
  for await (const chunk of chunks) {
    seen += chunk.length;
    if (seen > size) break;
    yield chunk;
  }
  if (seen !== size) throw new Error(`Expected a body of ${size} bytes, found ${seen > size ? 'more' : seen}.`);
}
