import type uPlot from 'uplot';

interface Point {
  readonly x: number;
  readonly y: number;
}

// Browsers have one pointer, so the charts share what is known of it.
let lastPlace: Point | null = null;
let lastTouch: Point | null = null;

/**
 * The mouse events that a chart reads. Browsers also send them when no mouse has moved: when the page scrolls below a resting
 * pointer, which the keyboard may have caused, and after a finger has touched the chart, for a mouse that is elsewhere. Such
 * events must not change the value that the keyboard or the finger has chosen.
 */
export const pointerEvents: uPlot.Cursor.Bind = {
  mousemove: (_, target, handle) => (event) => {
    const place = placeOf(event);
    // A finger that touches also moves the mouse, to the same place.
    if (!isSame(place, lastTouch)) lastTouch = null;
    return hasMoved(place) && event.target === target ? handle(event) : null;
  },
  mouseleave: (_, target, handle) => (event) =>
    hasMoved(placeOf(event)) && lastTouch === null && event.target === target ? handle(event) : null,
};

/** Lets a finger read the values: uPlot follows a mouse only. The style leaves sideways movements to the chart. */
export function followFinger(plot: uPlot): void {
  plot.over.addEventListener('pointerdown', (event) => {
    lastTouch = event.pointerType === 'touch' ? placeOf(event) : null;
  });
  plot.over.addEventListener('pointermove', ({ pointerType, offsetX: left, offsetY: top }) => {
    if (pointerType === 'touch') plot.setCursor({ left, top });
  });
}

function hasMoved(place: Point): boolean {
  const isMoved = !isSame(place, lastPlace);
  lastPlace = place;
  return isMoved;
}

function placeOf({ clientX, clientY }: MouseEvent): Point {
  return { x: Math.round(clientX), y: Math.round(clientY) };
}

function isSame(a: Point, b: Point | null): boolean {
  return a.x === b?.x && a.y === b.y;
}
