/** Visual options beyond the basic ones; the settings table has their defaults. */
export interface LookOptions {
  // The HUD, element by element. A hidden element leaves its place empty.
  readonly scoreCounter: boolean;
  readonly accuracyCounter: boolean;
  readonly progressPie: boolean;
  readonly comboCounter: boolean;
  readonly healthBar: boolean;
  readonly modIcons: boolean;
  readonly ppCounter: boolean;
  readonly hitCounts: boolean;
  readonly sliderBreaks: boolean;
  /** Shown above the hit error meter, if that is shown. */
  readonly unstableRate: boolean;
  readonly aimErrorMeter: boolean;
  readonly strainGraph: boolean;
  readonly scoreboard: boolean;
  /** Title and player, until the first object. */
  readonly introCard: boolean;
  readonly countdown: boolean;
  /** In breaks: pass or fail and the grade so far (stable), or the remaining time and the results so far (lazer). */
  readonly breakInfo: boolean;
  readonly warningArrows: boolean;

  // What comes before the play, and what is behind it.
  readonly seizureWarning: boolean;
  /** 0 none to 1 black; null uses the play's dim, a little brighter in breaks. */
  readonly introDim: number | null;
  readonly breakDim: number | null;
  /** 0 sharp to 1 strongest. */
  readonly backgroundBlur: number;
  readonly parallax: boolean;
  readonly playfieldBorder: boolean;
  /** Images of the skin at milestones of the combo, for stable plays. */
  readonly comboBursts: boolean;
  /** Stars when kiai time starts. */
  readonly starFountains: boolean;

  // The cursor. Sizes are factors.
  readonly cursorSize: number;
  readonly cursorScaledToCircles: boolean;
  readonly cursorRainbow: boolean;
  readonly cursorRipples: boolean;
  readonly cursorTrail: boolean;
  readonly trailLong: boolean;
  readonly trailScale: number;
  readonly trailDensity: number;
  readonly trailGlow: boolean;

  // The objects.
  readonly approachCircles: boolean;
  readonly followPoints: boolean;
  readonly comboNumbers: boolean;
  /** `skin`: only with skins that bring their own image. */
  readonly hitLighting: 'skin' | 'always' | 'never';
  readonly sliderMerge: boolean;
  /** Slider bodies have the combo colour, regardless of skin and map. */
  readonly sliderComboColour: boolean;
  readonly objectRainbow: boolean;
  /** Always, not only in kiai time. */
  readonly beatFlash: boolean;
  readonly beatScale: boolean;
  /** Shows what Hidden, Flashlight, Traceable and Blinds hide. */
  readonly revealObjects: boolean;
  /** The distance line, the press and the cause beside each mistake, for a second. */
  readonly mistakeMarks: boolean;
}
