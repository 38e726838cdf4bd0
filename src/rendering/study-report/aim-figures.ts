import { type Habits, isUncertain, type MovementAimHabit } from '../../game/habits/index.ts';
import type { Figure, ReportContext } from './figure.ts';
import { rangeText } from './figure.ts';
import { aimCompass, type CompassTarget } from './plots/aim-compass.ts';
import { spreadPlot } from './plots/bin-plot.ts';

type Aim = NonNullable<Habits['aim']>;

/** The figures about aim; none without hits that have a movement. */
export function aimFigures(aim: Aim, context: ReportContext): Figure[] {
  if (aim.movement.hits === 0) return [];
  return [compassFigure(aim, context), spacingFigure(aim, context)];
}

function compassFigure(aim: Aim, { texts, format, idOf }: ReportContext): Figure {
  const targets = aim.by_direction.flatMap((habit, i): CompassTarget[] => {
    const text = aimText(habit, { texts, format });
    if (text === null) return [];
    return [
      {
        direction: habit.direction,
        mean: { x: habit.along.mean ?? 0, y: habit.across.mean ?? 0 },
        deviation: { x: habit.along.deviation ?? 0, y: habit.across.deviation ?? 0 },
        label: text.short,
        tip: `${texts.directions[i]}: ${text.long}`,
        isUncertain: isUncertain(habit.hits),
      },
    ];
  });
  const all = aimText(aim.movement, { texts, format });
  const middle: CompassTarget = {
    direction: null,
    mean: { x: aim.x.mean ?? 0, y: aim.y.mean ?? 0 },
    deviation: { x: aim.x.deviation ?? 0, y: aim.y.deviation ?? 0 },
    label: texts.allMovements,
    tip: `${texts.allMovements}: ${all?.long ?? ''}`,
    isUncertain: isUncertain(aim.hits),
  };
  const shown = [...targets, middle];
  const { title } = texts.plots.aim;
  const description = shown.map(({ tip }) => tip).join('; ');
  return {
    name: 'aim',
    svg: aimCompass({ id: idOf('aim'), title, description, targets: shown, circleRadius: aim.circle_radius ?? 1 }),
    hasUncertain: shown.some((target) => target.isUncertain),
  };
}

function spacingFigure(aim: Aim, { texts, format, idOf }: ReportContext): Figure {
  const bins = aim.by_spacing.map((habit) => {
    const text = aimText(habit, { texts, format });
    return {
      edge: format.number(habit.from),
      value: habit.along.mean,
      deviation: habit.along.deviation ?? 0,
      tip: `${rangeText(habit, texts, format.number)}: ${text?.long ?? '–'}`,
      isUncertain: isUncertain(habit.hits),
    };
  });
  const svg = spreadPlot({
    id: idOf('spacingAim'),
    title: texts.plots.spacingAim.title,
    description: bins.flatMap(({ value, tip }) => (value === null ? [] : [tip])).join('; '),
    bins,
    lastEdge: '',
    axes: { x: texts.axes.spacing, y: texts.axes.along },
    formatTick: (value) => format.signed(value),
  });
  return { name: 'spacingAim', svg, hasUncertain: bins.some((bin) => bin.value !== null && bin.isUncertain) };
}

/** Null without hits. */
function aimText(
  { hits, along, across }: MovementAimHabit,
  { texts, format }: Pick<ReportContext, 'texts' | 'format'>,
) {
  if (along.mean === null) return null;
  const size = format.number(Math.abs(along.mean), 1);
  const short = along.mean < 0 ? texts.short(size) : texts.beyond(size);
  const spread =
    along.deviation === null || across.deviation === null
      ? []
      : [texts.spread(format.number(along.deviation, 1), format.number(across.deviation, 1))];
  return { short, long: [short, ...spread, texts.hits(format.number(hits))].join(', ') };
}
