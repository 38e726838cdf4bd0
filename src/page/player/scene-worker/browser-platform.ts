import defaultSkinUrl from 'virtual:default-skin';
import { inflateSync } from 'fflate';
import { createTypeface, pageFileName, pagesFor, readPage } from '../../../rendering/glyphs/index.ts';
import { archiveFiles, type FileSource, type Platform } from '../../../rendering/scene-loader/index.ts';
import { decodePicture } from './decode-picture.ts';
import { keepFiles, keepPictures } from './kept-files.ts';
import { loadKernel } from './kernel.ts';

/** URLs of the glyph pages by file name. */
const pageUrls = new Map(
  Object.entries(
    import.meta.glob<string>('/../../.build/glyphs/assets/glyphs/*.bin', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

let defaultSkin: Promise<FileSource> | undefined;
const decode = keepPictures(decodePicture);

/** The platform of the scene loader in a browser, with the files that the build ships with the page. */
export async function browserPlatform(): Promise<Platform> {
  defaultSkin ??= fetchBytes(defaultSkinUrl).then((bytes) => keepFiles(archiveFiles(bytes)));
  return {
    decode,
    defaultSkin: await defaultSkin,
    loadKernel,
    async loadTypeface(texts) {
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
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
