import type { Rgb } from '../../../game/units.ts';
import type { DisplayItem, DisplayList, ScreenPoint } from './display-list.ts';

/** Prints one line per item, with rounded numbers, so that golden files differ only in what changed. */
export function printDisplayList(list: DisplayList): string {
  return list.items.map(printItem).join('\n');
}

function printItem(item: DisplayItem): string {
  switch (item.kind) {
    case 'sprite':
      return join(
        item.image,
        at(item.at),
        `×${number(item.scale)}${item.scaleY === undefined ? '' : `/${number(item.scaleY)}`}`,
        item.origin && `origin ${number(item.origin.x)},${number(item.origin.y)}`,
        item.rotation ? `turned ${number(item.rotation)}` : undefined,
        item.sweep ? `sweeping ${number(item.sweep)}` : undefined,
        item.crop && `crop ${[item.crop.left, item.crop.top, item.crop.width, item.crop.height].map(number).join(',')}`,
        look(item),
      );
    case 'motion':
      return join(
        `${item.looks.length} moments of`,
        item.looks
          .map((each) => (each ? printItem({ kind: 'sprite', ...each, image: each.image ?? item.image }) : 'nothing'))
          .join(', '),
      );
    case 'streak':
      return join(
        `${item.path.length} moments of`,
        item.sprites.map(printItem).join(' and '),
        `along ${item.path.map((point) => (point ? `${number(point.x)},${number(point.y)}` : 'nowhere')).join(' ')}`,
      );
    case 'body':
      return join(
        'body',
        `${item.body.path.length} points`,
        at(item.body.path[0] ?? { x: 0, y: 0 }),
        `r ${number(item.body.radiusPx)}`,
        `${number(item.from)}–${number(item.to)}`,
        colour(item.body.inner),
        item.tint && `times ${colour(item.tint)}`,
        `α ${number(item.alpha)}`,
        item.merged ? 'merged' : undefined,
      );
    case 'fill': {
      const { left, top, width, height } = item.rect;
      return join('fill', at({ x: left, y: top }), `${number(width)}×${number(height)}`, look(item));
    }
    case 'pie':
      return join('pie', at(item.at), `r ${number(item.radiusPx)}`, `sweep ${number(item.sweep)}`, look(item));
    case 'spotlight':
      return join(
        'spotlight',
        at(item.at),
        `${number(item.innerPx)}–${number(item.outerPx)}`,
        `α ${number(item.alpha)}`,
      );
  }
}

function look(item: { alpha?: number; tint?: Rgb; colour?: Rgb; additive?: boolean }): string {
  const shade = item.tint ?? item.colour;
  return join(
    shade && colour(shade),
    item.alpha === undefined ? undefined : `α ${number(item.alpha)}`,
    item.additive ? 'additive' : undefined,
  );
}

const at = (point: ScreenPoint): string => `@${number(point.x)},${number(point.y)}`;
const colour = ({ r, g, b }: Rgb): string =>
  `#${[r, g, b].map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
const number = (value: number): string => String(Math.round(value * 1000) / 1000);
const join = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ');
