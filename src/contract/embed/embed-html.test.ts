import { expect, test } from 'vitest';
import { embedHtml, embedSize } from './embed-html.ts';

const wide = { width: 1920, height: 1080 };
const vertical = { width: 1080, height: 1920 };

test.each([
  ['wide', wide, {}, 640, 360],
  ['vertical', vertical, {}, 360, 640],
  ['wide in a narrow column', wide, { maxWidth: 320 }, 320, 180],
  ['wide in a low row', wide, { maxWidth: 9999, maxHeight: 90 }, 160, 90],
  ['in almost no space', wide, { maxWidth: 1 }, 1, 1],
])('the frame of a video that is %s keeps its aspect ratio', (_, video, limits, width, height) => {
  expect(embedSize(video, limits)).toEqual({ width, height });
});

test('a title cannot leave its attribute', () => {
  const html = embedHtml({ url: 'https://replays.example/embed/1?t=1', title: '"><script>', width: 640, height: 360 });
  expect(html).toBe(
    '<iframe src="https://replays.example/embed/1?t=1" title="&#34;&#62;&#60;script&#62;" width="640" height="360" ' +
      'style="border: 0" loading="lazy" allow="fullscreen; clipboard-write" allowfullscreen></iframe>',
  );
});
