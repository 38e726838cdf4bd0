import { Filter, type FilterContext, FilterGraph, Frame } from 'node-av/lib';
import { check } from '../node-av/check.ts';
import { isDrained } from '../node-av/drain.ts';

/** Turns pictures into the kind an encoder takes. */
export interface PictureFilterGraph {
  /** Takes a picture, or the end of them. */
  push(frame: Frame | null): Promise<void>;
  /** The next one that is ready; null while there is none. */
  pull(): Frame | null;
  close(): void;
}

/** As they come out: few colours for a GIF, chosen once for all pictures, or the order of bytes that WebP wants. */
const chains = {
  gif: {
    filters: {
      split: '',
      // What moves is what is looked at, and gets the colours.
      palettegen: 'stats_mode=diff',
      // A pattern that stays in its place can be left out of the next picture, where noise would have to be written anew.
      paletteuse: 'dither=bayer:bayer_scale=4:diff_mode=rectangle',
    },
    links: [
      ['buffer', 0, 'split', 0],
      ['split', 0, 'palettegen', 0],
      ['split', 1, 'paletteuse', 0],
      ['palettegen', 0, 'paletteuse', 1],
      ['paletteuse', 0, 'buffersink', 0],
    ],
  },
  webp: {
    filters: { format: 'pix_fmts=bgra' },
    links: [
      ['buffer', 0, 'format', 0],
      ['format', 0, 'buffersink', 0],
    ],
  },
} as const;

export function createFilterGraph(
  kind: keyof typeof chains,
  { width, height, fps }: { readonly width: number; readonly height: number; readonly fps: number },
): PictureFilterGraph {
  const graph = new FilterGraph();
  graph.alloc();
  const made = new Map<string, FilterContext>();

  function add(name: string, args: string): void {
    const filter = Filter.getByName(name);
    const context = filter && graph.createFilter(filter, name, args);
    if (!context) throw new Error(`FFmpeg's filter ${name} cannot be had.`);
    made.set(name, context);
  }

  add('buffer', `video_size=${width}x${height}:pix_fmt=rgb0:time_base=1/${fps}:pixel_aspect=1/1`);
  for (const [name, args] of Object.entries(chains[kind].filters)) add(name, args);
  add('buffersink', '');
  for (const [from, outPad, to, inPad] of chains[kind].links)
    check(made.get(from)!.link(outPad, made.get(to)!, inPad), 'linking filters');
  check(graph.configSync(), 'setting up filters');
  const out = new Frame();
  out.alloc();

  return {
    async push(frame) {
      check(await made.get('buffer')!.buffersrcAddFrame(frame), 'filtering a picture');
    },
    pull() {
      out.unref();
      const code = made.get('buffersink')!.buffersinkGetFrameSync(out);
      if (isDrained(code)) return null;
      check(code, 'filtering a picture');
      return out;
    },
    close() {
      out.free();
      graph.free();
    },
  };
}
