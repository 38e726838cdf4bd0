/** Builds dist/, which has the assets of renders: the kernel, the glyphs, the default skin and the demo. */
export default async function setUp(): Promise<void> {
  const root = new URL('../../../', import.meta.url);
  const { prepare } = (await import(new URL('bin/prepare.mjs', root).href)) as { prepare(root: URL): Promise<void> };
  await prepare(root);
}
