import { expect, test } from 'vitest';
import { accuracyPercent } from './accuracy-percent.ts';

test.each([
  [1, 100, 100],
  [0.99999, 100, 99.99],
  [0.97486, 97.49, 97.48],
  [0.9748, 97.48, 97.48],
  [0.5805, 58.05, 58.05],
  [0, 0, 0],
])('an accuracy of %d is %d %% in stable and %d %% in lazer', (accuracy, stable, lazer) => {
  expect(accuracyPercent(accuracy, 'stable')).toBe(stable);
  expect(accuracyPercent(accuracy, 'lazer')).toBe(lazer);
});
