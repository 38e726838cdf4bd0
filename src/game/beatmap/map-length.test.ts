import { expect, test } from 'vitest';
import { preparePlayableMap } from '../../../test/support/beatmaps/map-text.ts';
import { lastObjectEnd, mapLengthMs } from './map-length.ts';

test('a map ends with the object that ends last, even if another starts after it', () => {
  const { objects } = preparePlayableMap({ objects: ['256,192,1000,12,0,9000', '100,100,5000,1,0'] });
  expect(lastObjectEnd(objects)).toBe(9000);
  expect(lastObjectEnd(objects, 9500)).toBe(9500);
});

test('its length is that in real time, without the time before the first object', () => {
  const objects = ['256,192,1000,12,0,9000', '100,100,5000,1,0'];
  expect(mapLengthMs(preparePlayableMap({ objects }))).toBe(8000);
  expect(mapLengthMs(preparePlayableMap({ objects }, { clockRate: 1.6 }))).toBe(5000);
});
