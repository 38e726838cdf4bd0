/** What a render needs beside the code lies in dist: the kernel, the glyphs, our own skin, the demo. */
export default async function setUp(): Promise<void> {
  const root = new URL('../../', import.meta.url);
  const { prepare } = (await import(new URL('bin/prepare.mjs', root).href)) as { prepare(root: URL): Promise<void> };
  await prepare(root);
}
