import type { DrawnElement, Pictures } from '../pictures.ts';

/** A disc with the ring over it; a skin may have either or none. */
export interface CircleArt {
  readonly disc: DrawnElement | null;
  readonly overlay: DrawnElement | null;
}

/** The skin's elements on the playfield, asked for once so that all of them are known before the first frame. */
export type Art = ReturnType<typeof artOf>;

export function artOf(pictures: Pictures) {
  return {
    circle: circleArt(pictures, 'hitcircle'),
    sliderStart: circleArt(pictures, 'sliderstartcircle'),
    sliderEnd: circleArt(pictures, 'sliderendcircle'),
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

/** What a skin has no art of its own for looks like a plain circle; a disc of its own without overlay stays without. */
function circleArt(pictures: Pictures, name: CircleName): CircleArt {
  const disc = pictures.element(name);
  if (disc === null && name !== 'hitcircle') return circleArt(pictures, 'hitcircle');
  return { disc, overlay: pictures.element(`${name}overlay`) };
}
