import { Filter, type FilterContext, FilterGraph, Frame } from 'node-av/lib';
import { check } from '../node-av/check.ts';
import { isDrained } from '../node-av/drain.ts';

/** Converts pictures to the format that an encoder accepts. */
export interface PictureFilterGraph {
  /** Adds a picture, or null after the last. */
  push(frame: Frame | null): Promise<void>;
  /** Returns the next converted picture; null if none is ready. Valid until the next call. */
  pull(): Frame | null;
  close(): void;
}

/** A GIF gets one palette for all pictures; WebP needs another byte order. */
const chains = {
  gif: {
    filters: {
      split: '',
      // Viewers look at what moves, so moving pixels determine the palette.
      palettegen: 'stats_mode=diff',
      // A fixed dither pattern compresses well, because unchanged pixels stay unchanged; noise would change in every picture.
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

/** Creates the filters for an animation of this size. */
export function createFilterGraph(
  kind: keyof typeof chains,
  { width, height, fps }: { readonly width: number; readonly height: number; readonly fps: number },
): PictureFilterGraph {
  const graph = new FilterGraph();
  graph.alloc();
  const contexts = new Map<string, FilterContext>();

  function add(name: string, args: string): FilterContext {
    const filter = Filter.getByName(name);
    const context = filter && graph.createFilter(filter, name, args);
    if (!context) throw new Error(`This build of FFmpeg has no filter "${name}".`);
    contexts.set(name, context);
    return context;
  }

  function contextOf(name: string): FilterContext {
    const context = contexts.get(name);
    if (!context) throw new Error(`The filter graph has no filter "${name}".`);
    return context;
  }

  const source = add('buffer', `video_size=${width}x${height}:pix_fmt=rgb0:time_base=1/${fps}:pixel_aspect=1/1`);
  for (const [name, args] of Object.entries(chains[kind].filters)) add(name, args);
  const sink = add('buffersink', '');
  for (const [from, outPad, to, inPad] of chains[kind].links)
    check(contextOf(from).link(outPad, contextOf(to), inPad), 'linking filters');
  check(graph.configSync(), 'setting up filters');
  const out = new Frame();
  out.alloc();

  return {
    async push(frame) {
      check(await source.buffersrcAddFrame(frame), 'filtering a picture');
    },
    pull() {
      out.unref();
      const code = sink.buffersinkGetFrameSync(out);
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
