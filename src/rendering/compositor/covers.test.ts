import { expect, test } from 'vitest';
import { newCompositor, picture, rgbOf } from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList, type DisplayList, type SpriteLook } from '../scene/index.ts';

const size = { width: 160, height: 104 };
const grey = (shade: number) => ({ r: shade, g: shade, b: shade });
const scenery = (seed: number) =>
  picture(200, 130, (x, y) => [(x * 7 + seed) % 256, (y * 5) % 256, (x + y) % 256, 255]);

/** A sprite that passes over others, so that each frame paints some of their tiles again. */
function passOver(list: DisplayList, frame: number): void {
  list.sprite('disc', { at: { x: 20 + frame * 9, y: 50 }, scale: 1 });
}

const centre = { x: 80, y: 52 };
const still: SpriteLook = { at: centre, scale: 1, still: true };

test.each<[what: string, look: (frame: number) => SpriteLook]>([
  ['stands still', () => still],
  ['is dimmed', () => ({ ...still, tint: grey(77) })],
  ['is dimmed more and more after a while', (t) => ({ ...still, tint: grey(t < 5 ? 255 : 255 - t * 12) })],
  ['has two brightnesses in turn', (t) => ({ ...still, tint: grey(t % 6 < 3 ? 200 : 100) })],
  ['moves by a pixel and back', (t) => ({ ...still, at: { x: t === 5 ? 81 : 80, y: 52 } })],
  ['is enlarged', () => ({ at: centre, scale: 1.7 })],
  ['is rotated', () => ({ at: centre, scale: 1.6, rotation: 0.3 })],
  ['begins to rotate', (t) => ({ at: centre, scale: 1.6, rotation: Math.max(0, t - 5) * 0.01 })],
  ['covers a part of the picture', () => ({ ...still, at: { x: 130, y: 80 } })],
  ['is cropped', () => ({ ...still, crop: { left: 0.31, top: 0.22, width: 0.5, height: 0.6 } })],
  ['fades', (t) => ({ ...still, alpha: t < 6 ? 1 : 0.5 })],
])('what passes over an image leaves no trace when the image %s', (_, look) => {
  expectFramesWithoutTrace((frame, list) => {
    list.sprite('scenery', look(frame));
    passOver(list, frame);
  });
});

test('what passes over two images that cover each other in turn leaves no trace', () => {
  expectFramesWithoutTrace((frame, list) => {
    const isSwapped = frame % 4 > 1;
    list.sprite(isSwapped ? 'other' : 'scenery', still);
    list.sprite(isSwapped ? 'scenery' : 'other', { ...still, at: { x: 150, y: 100 } });
    passOver(list, frame);
  });
});

test('an image that replaces another one of the same name is shown at once', () => {
  const compositor = newScenery();
  const list = createDisplayList();
  list.sprite('scenery', still);
  for (let frame = 0; frame < 4; frame++) {
    const passed = createDisplayList();
    passed.sprite('scenery', still);
    passOver(passed, frame);
    compositor.compose(passed);
  }
  compositor.setImage('scenery', scenery(90));
  compositor.compose(list);
  const separate = newScenery();
  separate.setImage('scenery', scenery(90));
  separate.compose(list);
  expect(Buffer.compare(rgbOf(compositor), rgbOf(separate))).toBe(0);
});

function newScenery() {
  const compositor = newCompositor(size);
  compositor.setImage('scenery', scenery(0));
  compositor.setImage('other', scenery(40));
  return compositor;
}

/** Compares frames that were painted one after the other, as pixels and as planes, with the same frames painted first. */
function expectFramesWithoutTrace(draw: (frame: number, list: DisplayList) => void): void {
  const continued = { rgba: newScenery(), planes: newScenery() };
  continued.planes.i420();
  for (let frame = 0; frame < 12; frame++) {
    const list = createDisplayList();
    draw(frame, list);
    continued.rgba.compose(list);
    continued.planes.compose(list);
    const separate = newScenery();
    separate.compose(list);
    expect(Buffer.compare(rgbOf(continued.rgba), rgbOf(separate)), `frame ${frame}`).toBe(0);
    expect(Buffer.compare(continued.planes.i420(), separate.i420()), `planes of frame ${frame}`).toBe(0);
  }
}
