/** Yields the chunks unchanged; throws as soon as they exceed `size` bytes, or at the end if there are fewer. */
export async function* checkSize(size: number, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let seen = 0;
  for await (const chunk of chunks) {
    seen += chunk.length;
    if (seen > size) break;
    yield chunk;
  }
  if (seen !== size) throw new Error(`Expected a body of ${size} bytes, found ${seen > size ? 'more' : seen}.`);
}
