/** How a play is to look, beyond the few things every form asks for; the defaults stand in the table of settings. */
export interface Looks {
  // The HUD, element by element. What is left out leaves its place empty: nothing else moves.
  readonly scoreCounter: boolean;
  readonly accuracyCounter: boolean;
  readonly progressPie: boolean;
  readonly comboCounter: boolean;
  readonly healthBar: boolean;
  readonly modIcons: boolean;
  readonly ppCounter: boolean;
  readonly hitCounts: boolean;
  readonly sliderBreaks: boolean;
  /** Written over the hit error meter, where there is one. */
  readonly unstableRate: boolean;
  readonly aimErrorMeter: boolean;
  readonly strainGraph: boolean;
  readonly scoreboard: boolean;
  /** Who plays what, before the first object. */
  readonly introCard: boolean;
  readonly countdown: boolean;
  /** How long a break takes, and how the play went until then. */
  readonly breakInfo: boolean;
  readonly warningArrows: boolean;

  // Before and behind the play.
  readonly seizureWarning: boolean;
  /** 0 none to 1 black; null: as during play, and in breaks a little brighter. */
  readonly introDim: number | null;
  readonly breakDim: number | null;
  /** 0 sharp to 1. */
  readonly backgroundBlur: number;
  readonly parallax: boolean;
  readonly playfieldBorder: boolean;

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
  /** `skin`: with skins that bring a glow of their own. */
  readonly hitLighting: 'skin' | 'always' | 'never';
  readonly sliderMerge: boolean;
  /** Slider bodies have the colour of their combo, whatever skin and map say. */
  readonly sliderComboColour: boolean;
  readonly objectRainbow: boolean;
  /** Not in kiai parts alone. */
  readonly beatFlash: boolean;
  readonly beatScale: boolean;
}
