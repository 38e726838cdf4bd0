import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { words } from '../../words/index.ts';
import type { HoverPicture } from '../hover-picture.ts';
import type { Playable } from '../playable.ts';
import type { Loop } from './loop.ts';
import {
  type BarScale,
  barScaleOf,
  fractionOf,
  markAt,
  marksOnBar,
  type PlacedMarks,
  placeMarks,
  type SeekMarks,
  type Span,
} from './seek-marks.ts';

interface SeekBarProps {
  readonly playable: Playable | null;
  readonly now: number;
  readonly timeText: (t: number) => string;
  readonly marks: SeekMarks | null;
  readonly loop: Loop | null;
  /** Opens the small picture above the pointer when it is first needed; must stay the same function. */
  readonly openPicture: (() => HoverPicture) | null;
}

const noMarks: SeekMarks = { misses: [], breaks: [], introEnd: null };
const emptySpan: Span = { start: 0, end: 0 };
const emptyScale: BarScale = { placeOf: (t) => t, timeAt: (place) => place };
const percent = (fraction: number) => `${fraction * 100}%`;

/** Shows and changes the position; misses, breaks, the end of the intro and the loop are marked. */
export function SeekBar({ playable, now, timeText, marks, loop, openPicture }: SeekBarProps) {
  const { start, end } = playable?.span ?? emptySpan;
  const track = useRef<HTMLDivElement>(null);
  const scale = useMemo(() => (playable ? barScaleOf(playable) : emptyScale), [playable, start, end]);
  const placed = useMemo(() => placeMarks(marksOnBar(marks ?? noMarks, scale), { start, end }), [marks, scale]);
  // The bar is drawn on every frame, the marks are not.
  const markElements = useMemo(() => <Marks {...placed} />, [placed]);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const picture = useHoverPicture(openPicture);

  const point = ({ pointerType, clientX }: PointerEvent) => {
    // A finger covers the bar, and the picture itself follows it.
    if (!playable || !track.current || pointerType === 'touch') return;
    const { left, right } = track.current.getBoundingClientRect();
    const at = fractionOf(clientX, { start: left, end: right });
    setPointedAt(at);
    picture.open()?.show(scale.timeAt(start + at * (end - start)));
  };

  return (
    <div class="seek-bar" onPointerMove={point} onPointerLeave={() => setPointedAt(null)}>
      <div ref={track} class="seek-track" aria-hidden="true">
        <div class="played" style={{ width: percent(fractionOf(scale.placeOf(now), { start, end })) }} />
        {markElements}
        {loop && <LoopMark loop={onBar(loop, scale)} span={{ start, end }} />}
        {pointedAt !== null && (
          <div class="hover" style={{ '--at': percent(pointedAt) }}>
            {picture.current && <PictureBox picture={picture.current} />}
            <span>
              {[timeText(scale.timeAt(start + pointedAt * (end - start))), markText(placed, pointedAt)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
        )}
      </div>
      <input
        class="seek"
        type="range"
        min={start}
        max={end}
        step={1}
        value={scale.placeOf(now)}
        aria-label={words.player.seek}
        aria-valuetext={timeText(now)}
        onInput={({ currentTarget }) => playable?.seek(scale.timeAt(Number(currentTarget.value)))}
      />
    </div>
  );
}

function markText(placed: PlacedMarks, at: number): string | null {
  const mark = markAt(placed, at);
  return mark && words.player.marks[mark];
}

function Marks({ misses, breaks, introEnd }: PlacedMarks) {
  return (
    <>
      {breaks.map(({ start, end }) => (
        <div key={start} class="break" style={{ left: percent(start), width: percent(end - start) }} />
      ))}
      {introEnd !== null && <div class="introEnd" style={{ left: percent(introEnd) }} />}
      {misses.map((at) => (
        <div key={at} class="miss" style={{ left: percent(at) }} />
      ))}
    </>
  );
}

function onBar({ start, end }: Loop, { placeOf }: BarScale): Loop {
  return { start: placeOf(start), end: end === null ? null : placeOf(end) };
}

function LoopMark({ loop, span }: { loop: Loop; span: Span }) {
  const start = fractionOf(loop.start, span);
  const end = loop.end === null ? start : fractionOf(loop.end, span);
  return (
    <div
      class={loop.end === null ? 'loop open' : 'loop'}
      style={{ left: percent(start), width: percent(end - start) }}
    />
  );
}

function PictureBox({ picture }: { picture: HoverPicture }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.replaceChildren(picture.element), [picture]);
  return <div ref={box} class="hover-picture" />;
}

function useHoverPicture(openPicture: SeekBarProps['openPicture']) {
  const picture = useRef<HoverPicture | null>(null);
  useEffect(
    () => () => {
      picture.current?.close();
      picture.current = null;
    },
    [openPicture],
  );
  return {
    get current() {
      return picture.current;
    },
    open() {
      picture.current ??= openPicture?.() ?? null;
      return picture.current;
    },
  };
}
