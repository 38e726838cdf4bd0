import { glyphOverlaps } from './art/numbers.ts';

/** The skin.ini of the default skin, written for the rules of the latest version. */
export const skinIni = `[General]
Name: Reprise
Author: Reprise
Version: 2.7
AllowSliderBallTint: 1
CursorCentre: 1
CursorExpand: 1
CursorRotate: 0
CursorTrailRotate: 0
HitCircleOverlayAboveNumber: 1
LayeredHitSounds: 1
SliderBallFlip: 0
SpinnerFrequencyModulate: 1

[Colours]
Combo1: 255,138,76
Combo2: 64,196,255
Combo3: 255,92,138
Combo4: 94,222,150
Combo5: 178,138,255
InputOverlayText: 24,28,40
SliderBorder: 255,255,255
SliderBall: 255,255,255
SpinnerBackground: 90,96,112

[Fonts]
HitCirclePrefix: default
HitCircleOverlap: ${glyphOverlaps.hitCircle}
ScorePrefix: score
ScoreOverlap: ${glyphOverlaps.score}
ComboPrefix: score
ComboOverlap: ${glyphOverlaps.score}
`;
