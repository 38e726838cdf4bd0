/** SVG paths of the player's icons; the buttons carry the labels. */
const paths = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zM13 5h4v14h-4z',
  previousFrame: 'M6 5h2.5v14H6zM19 5v14l-9-7z',
  nextFrame: 'M15.5 5H18v14h-2.5zM5 5v14l9-7z',
  sound: 'M4 9v6h4l5 5V4L8 9zM15.5 8.5v7a4 4 0 0 0 0-7zM15.5 4.2v2.1a6 6 0 0 1 0 11.4v2.1a8 8 0 0 0 0-15.6z',
  muted:
    'M4 9v6h4l5 5V4L8 9zM16.2 9.3l-1.2 1.2 1.8 1.5-1.8 1.5 1.2 1.2 1.8-1.5 1.8 1.5 1.2-1.2-1.8-1.5 1.8-1.5-1.2-1.2-1.8 1.5z',
  fullScreen: 'M5 5h6v2H7v4H5zM13 5h6v6h-2V7h-4zM5 13h2v4h4v2H5zM17 13h2v6h-6v-2h4z',
  loop: 'M7 7h10v3l4.5-4L17 2v3H5v6h2zM17 17H7v-3l-4.5 4L7 22v-3h12v-6h-2z',
  link: 'M10 7H7a5 5 0 0 0 0 10h3v-2H7a3 3 0 0 1 0-6h3zM14 7v2h3a3 3 0 0 1 0 6h-3v2h3a5 5 0 0 0 0-10zM8 11v2h8v-2z',
  done: 'M9.5 16.2 5.3 12l-1.4 1.4 5.6 5.6 11-11-1.4-1.4z',
} as const;

export function Icon({ of }: { of: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[of]} />
    </svg>
  );
}
