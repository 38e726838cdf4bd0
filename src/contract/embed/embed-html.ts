/** The default size of the frame that other sites show: videos are scaled to fit into it. */
const maxEmbedPx = 640;

/** The size of a frame for a video, within limits. */
export function embedSize(
  video: { readonly width: number; readonly height: number },
  { maxWidth = maxEmbedPx, maxHeight = maxEmbedPx }: { readonly maxWidth?: number; readonly maxHeight?: number } = {},
) {
  const scale = Math.min(
    maxWidth / video.width,
    maxHeight / video.height,
    maxEmbedPx / Math.max(video.width, video.height),
  );
  return { width: Math.max(1, Math.round(video.width * scale)), height: Math.max(1, Math.round(video.height * scale)) };
}

/** The HTML with which other sites show a video. */
export function embedHtml({ url, title, width, height }: Embed): string {
  const attributes = {
    src: url,
    title,
    width,
    height,
    style: 'border: 0',
    loading: 'lazy',
    allow: 'fullscreen; clipboard-write',
  };
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`);
  return `<iframe ${text.join(' ')} allowfullscreen></iframe>`;
}

export interface Embed {
  /** The address of the small player. */
  readonly url: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
