import defaultSkinUrl from 'virtual:default-skin';
import { inflateSync } from 'fflate';
import kernelUrl from 'made/kernel/assets/kernel.wasm?url';
import type { Kernel } from '../../rendering/compositor/index.ts';
import { createTypeface, pageFileName, pagesFor, readPage } from '../../rendering/glyphs/index.ts';
import { archiveFiles, type FileSource, type Platform } from '../../rendering/scene-loader/index.ts';
import { decodePicture } from './decode-picture.ts';

/** The glyph pages by the names of their files. */
const pageUrls = new Map(
  Object.entries(
    import.meta.glob<string>('/../../.build/glyphs/assets/glyphs/*.bin', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

let kernel: Promise<WebAssembly.Module> | undefined;
let defaultSkin: Promise<FileSource> | undefined;

/** A browser, and the files the build has put beside the page. */
export async function browserPlatform(): Promise<Platform> {
  defaultSkin ??= fetchBytes(defaultSkinUrl).then(archiveFiles);
  return {
    decode: decodePicture,
    defaultSkin: await defaultSkin,
    async loadKernel() {
      kernel ??= WebAssembly.compileStreaming(fetch(kernelUrl));
      return new WebAssembly.Instance(await kernel, {}).exports as unknown as Kernel;
    },
    async loadLetters(texts) {
      const pages = pagesFor(texts).map((page) => ({ page, url: pageUrls.get(pageFileName(page)) }));
      const glyphs = await Promise.all(
        pages.map(async ({ page, url }) =>
          url === undefined ? [] : readPage(page, inflateSync(await fetchBytes(url))),
        ),
      );
      return createTypeface(texts, glyphs.flat());
    },
  };
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
