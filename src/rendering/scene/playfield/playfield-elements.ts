import type { Pictures, SizedElement } from '../pictures.ts';

/** A circle's disc and the ring above it; a skin may lack either. */
export interface CircleElements {
  readonly disc: SizedElement | null;
  readonly overlay: SizedElement | null;
}

/** The skin's playfield elements, looked up once so that all images are known before the first frame. */
export type PlayfieldElements = ReturnType<typeof playfieldElements>;

/** Looks up all playfield elements of the skin. */
export function playfieldElements(pictures: Pictures) {
  return {
    circle: circleElements(pictures, 'hitcircle'),
    sliderStart: circleElements(pictures, 'sliderstartcircle'),
    sliderEnd: circleElements(pictures, 'sliderendcircle'),
    approachCircle: pictures.element('approachcircle'),
    numbers: pictures.font('hitCircle'),
    reverseArrow: pictures.element('reversearrow'),
    tick: pictures.element('sliderscorepoint'),
    ball: pictures.element('sliderb'),
    ballShadow: pictures.element('sliderb-nd'),
    ballShine: pictures.element('sliderb-spec'),
    followCircle: pictures.element('sliderfollowcircle'),
    followPoint: pictures.element('followpoint'),
    judgements: {
      great: pictures.element('hit300'),
      greatGeki: pictures.element('hit300g'),
      greatKatu: pictures.element('hit300k'),
      ok: pictures.element('hit100'),
      okKatu: pictures.element('hit100k'),
      meh: pictures.element('hit50'),
      miss: pictures.element('hit0'),
      tickMiss: pictures.element('slidertickmiss'),
      endMiss: pictures.element('sliderendmiss'),
    },
    lighting: pictures.element('lighting'),
    sliderPoints: { ten: pictures.element('sliderpoint10'), thirty: pictures.element('sliderpoint30') },
    particles: {
      great: pictures.element('particle300'),
      ok: pictures.element('particle100'),
      meh: pictures.element('particle50'),
    },
    spinner: {
      background: pictures.element('spinner-background'),
      circle: pictures.element('spinner-circle'),
      metre: pictures.element('spinner-metre'),
      glow: pictures.element('spinner-glow'),
      bottom: pictures.element('spinner-bottom'),
      top: pictures.element('spinner-top'),
      middle2: pictures.element('spinner-middle2'),
      middle: pictures.element('spinner-middle'),
      approachCircle: pictures.element('spinner-approachcircle'),
      spin: pictures.element('spinner-spin'),
      clear: pictures.element('spinner-clear'),
      rpm: pictures.element('spinner-rpm'),
    },
    scoreFont: pictures.font('score'),
  };
}

type CircleName = 'hitcircle' | 'sliderstartcircle' | 'sliderendcircle';

/**
 * Slider heads and ends without their own disc look like hit circles; an own disc without an overlay stays without one.
 */
function circleElements(pictures: Pictures, name: CircleName): CircleElements {
  const disc = pictures.element(name);
  if (disc === null && name !== 'hitcircle') return circleElements(pictures, 'hitcircle');
  return { disc, overlay: pictures.element(`${name}overlay`) };
}
