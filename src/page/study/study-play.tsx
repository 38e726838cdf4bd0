import '../style/mistakes.css';
import { useEffect, useMemo } from 'preact/hooks';
import { defaultSettings } from '../../contract/settings/index.ts';
import type { MistakeAnalytics } from '../../game/analytics/index.ts';
import type { ListedPlay } from '../../game/study/index.ts';
import { mapTitle, momentTime } from '../../rendering/study-report/index.ts';
import { ModBadges } from '../components/mod-badges.tsx';
import { liveOptionsOf } from '../player/live-options.ts';
import { createPlayhead } from '../player/playhead.ts';
import { ReplayLoader } from '../player/replay-loader.tsx';
import type { ReplayFiles } from '../player/scene-worker/messages.ts';
import { type ListedMistake, listedMistake } from '../replay-analysis/mistakes/mistake-data.ts';
import { MistakeRow, watchMistake } from '../replay-analysis/mistakes/mistake-row.tsx';
import { startPictureWorker } from '../replay-analysis/mistakes/pictures/open-pictures.ts';
import { useRowPictures } from '../replay-analysis/mistakes/pictures/use-row-pictures.ts';
import { analysisWords } from '../replay-analysis/words/index.ts';
import { useChosenSkin } from '../skins/chosen-skin.ts';
import { formatDecimal, formatNumber, formatPercent } from '../words/numbers.ts';
import { studyWords } from './words/index.ts';

interface StudyPlayProps {
  readonly play: ListedPlay;
  /** The mistakes that the report names. */
  readonly mistakes: readonly MistakeAnalytics[];
  /** The time of the map at which the mistake to watch happened; null: the play from its beginning. */
  readonly time: number | null;
  /** Must stay the same function for the same play. */
  readonly load: (options: { signal: AbortSignal }) => Promise<ReplayFiles>;
}

/** The marks of mistakes say in the picture what happened. */
const options = liveOptionsOf({ ...defaultSettings, settings: { mistake_marks: true } });

/** A play of the report in the live player, with the mistakes that the report names. */
export function StudyPlay({ play, mistakes, time, load }: StudyPlayProps) {
  const playhead = useMemo(() => createPlayhead(), []);
  const skin = useChosenSkin();
  const listed = useMemo(() => requestedFirst(mistakes.map(listedMistake), time), [mistakes, time]);
  const data = { circleRadius: play.circle_radius, clockRate: play.clock_rate, timeText: momentTime };
  useEffect(() => {
    const [first] = listed;
    if (first?.time === time) watchMistake(playhead, first, play.clock_rate);
  }, [time]);
  const open = useMemo(
    () => async (request: { readonly signal: AbortSignal }) => {
      const { replays, beatmap } = await load(request);
      return startPictureWorker({ replay: replays[0]!.bytes, beatmap, ignoreFail: options.ignoreFail });
    },
    [load],
  );
  const pictures = useRowPictures(open);
  return (
    <>
      <PlayFacts play={play} />
      <ReplayLoader load={load} options={options} skin={skin} playhead={playhead} />
      {listed.length > 0 && (
        <section class="mistakes" aria-label={analysisWords.mistakes.title}>
          <p class="muted mistakes-help">{analysisWords.mistakes.about}</p>
          <ol class="mistake-list">
            {listed.map((mistake) => (
              <MistakeRow key={`${mistake.object} ${mistake.part}`} {...{ mistake, data, playhead, pictures }} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** The mistake that the viewer came for is the first. */
function requestedFirst(mistakes: readonly ListedMistake[], time: number | null): ListedMistake[] {
  const isRequested = (mistake: ListedMistake) => mistake.time === time;
  return [...mistakes.filter(isRequested), ...mistakes.filter((mistake) => !isRequested(mistake))];
}

function PlayFacts({ play }: Pick<StudyPlayProps, 'play'>) {
  const { facts, playList, noName } = studyWords.report;
  const { artist, title, difficulty, player, played_at, accuracy, pp, misses, max_combo, unstable_rate } = play;
  const texts = [
    player.trim() || noName,
    played_at?.slice(0, 'YYYY-MM-DD'.length),
    accuracy !== null && formatPercent(accuracy * 100),
    play.failed && playList.failed,
    pp !== null && `${formatDecimal(pp, 0)} pp`,
    `${playList.misses}: ${formatNumber(misses)}`,
    `${formatNumber(max_combo)}x`,
    unstable_rate !== null && `${facts.unstableRate} ${formatDecimal(unstable_rate, 1)}`,
    play.file,
  ].filter((text) => typeof text === 'string');
  return (
    <>
      <h1>{mapTitle({ title: artist === '' ? title : `${artist} - ${title}`, difficulty, mods: [] })}</h1>
      <ModBadges play={{ mods: [...play.mods], speed: play.clock_rate }} />
      <p class="muted">{texts.join(' · ')}</p>
    </>
  );
}
