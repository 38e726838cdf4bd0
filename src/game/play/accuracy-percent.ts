/** Returns the accuracy in percent with two decimals, as the client shows it: stable rounds, lazer rounds down. */
export function accuracyPercent(accuracy: number, rules: 'stable' | 'lazer'): number {
  const hundredths = accuracy * 10_000;
  // Multiplying may leave a value just below the exact one.
  return (rules === 'stable' ? Math.round(hundredths) : Math.floor(hundredths + 1e-6)) / 100;
}
