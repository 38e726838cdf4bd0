import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MistakeAnalytics } from '../../game/analytics/index.ts';
import { type ListedPlay, type PlayOrder, playOrders, type StudyReport, sortPlays } from '../../game/study/index.ts';
import {
  type HrefOf,
  mapTitle,
  playListHtml,
  reportDocument,
  reportHtml,
  reportStyle,
} from '../../rendering/study-report/index.ts';
import { EmptyScreen } from '../components/empty-screen.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { LazyPart } from '../components/lazy-part.tsx';
import { useDroppedFiles } from '../hooks/use-dropped-files.ts';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { linkTo } from '../link-to.ts';
import { downloadFile } from '../replay-analysis/download-file.ts';
import { useSearchParams } from '../router.ts';
import { words } from '../words/index.ts';
import { takeFiles } from './files-to-study.ts';
import { createReplayStudy, type SkipReason } from './study-replays.ts';
import { studyWords } from './words/index.ts';

/** Replays and maps. */
const studied = /\.os[ruz]$/i;

/** Judges many replays in this browser and reports the habits of their players. */
export function StudyPage() {
  const { page } = studyWords;
  useReportStyle();
  const { add, stop, load, state } = useStudy();
  const isDragging = useDroppedFiles(add, { inFolders: studied });
  useEffect(() => add(takeFiles()), [add]);
  const { progress, report, error } = state;
  const opened = useOpenedPlay(report, load);
  usePageTitle(opened ? mapTitle(opened.play) : page.title);
  return (
    <div class={isDragging ? 'dragging' : ''}>
      {opened && (
        <>
          <p>
            <button type="button" onClick={() => history.back()}>
              ← {page.back}
            </button>
          </p>
          <LazyPart
            key={opened.play.replay_md5}
            load={() => import('./study-play.tsx')}
            fallback={<EmptyScreen text={words.loading} />}
          >
            {({ StudyPlay }) => <StudyPlay {...opened} />}
          </LazyPart>
        </>
      )}
      {/* Kept while a play is shown, so that Back finds it as it was. */}
      <div hidden={opened !== null}>
        <h1>{page.title}</h1>
        <p class="muted">{page.about}</p>
        <div class="row">
          <FileButton label={page.choose} isPrimary={report === null} onFiles={add} />
          <FileButton label={page.chooseFolder} isFolder onFiles={add} />
          {report !== null && report.players.length > 0 && <SaveButtons report={report} />}
          <a href={linkTo('/guide/study')}>{page.explain}</a>
        </div>
        {progress !== null && (
          <div class="row" role="status">
            <progress
              value={progress.done}
              max={progress.all}
              aria-label={page.progress(progress.done, progress.all)}
            />
            <span>{page.progress(progress.done, progress.all)}</span>
            <button type="button" onClick={stop}>
              {page.stop}
            </button>
          </div>
        )}
        {error !== null && <ErrorNotice error={error} onRetry={() => add([])} />}
        {report !== null && progress === null && <Report report={report} />}
      </div>
    </div>
  );
}

/** The address of a moment of a play of this report. */
const hrefOf: HrefOf = (replayMd5, time) => linkTo(`/study?play=${replayMd5}${time === null ? '' : `&t=${time}`}`);

/** The play that the address names, if the report has it. */
function useOpenedPlay(report: StudyReport | null, loadPlay: ReturnType<typeof useStudy>['load']) {
  const [search] = useSearchParams();
  const md5 = search.get('play');
  const t = search.get('t');
  const play = report?.plays.find(({ replay_md5 }) => replay_md5 === md5) ?? null;
  const load = useMemo(
    () =>
      ({ signal }: { signal: AbortSignal }) =>
        loadPlay(md5 ?? '', signal),
    [md5],
  );
  const mistakes = useMemo(() => (report && play ? mistakesOf(report, play) : []), [report, play]);
  useReturnToLink(play !== null);
  return play && { play, mistakes, load, time: t === null ? null : Number(t) };
}

/** Back leads to the link that was followed: the keyboard continues there. */
function useReturnToLink(isOpen: boolean): void {
  const followed = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      followed.current = (target as Element).closest<HTMLElement>('.study-report a') ?? followed.current;
    };
    document.addEventListener('click', remember);
    return () => document.removeEventListener('click', remember);
  }, []);
  useEffect(() => {
    if (!isOpen) followed.current?.focus({ preventScroll: true });
  }, [isOpen]);
}

/** The mistakes of a play that the report names, the most costly first. */
function mistakesOf({ players }: StudyReport, { replay_md5, costliest }: ListedPlay): MistakeAnalytics[] {
  const isNew = ({ object, part }: MistakeAnalytics) =>
    !costliest.some((other) => other.object === object && other.part === part);
  const examples = players.flatMap(({ causes }) => causes.flatMap((cause) => cause.examples));
  return [...costliest, ...examples.filter((example) => example.replay_md5 === replay_md5 && isNew(example))];
}

interface StudyState {
  /** Null while nothing is judged. */
  readonly progress: { readonly done: number; readonly all: number } | null;
  readonly report: StudyReport | null;
  readonly error: unknown;
}

function useStudy() {
  const [state, setState] = useState<StudyState>({ progress: null, report: null, error: null });
  const running = useRef<AbortController | null>(null);
  const waiting = useRef<File[]>([]);
  const study = useMemo(
    () =>
      createReplayStudy({
        onProgress: (progress) => setState((current) => ({ ...current, progress })),
        describe: describeReason,
      }),
    [],
  );
  useEffect(
    () => () => {
      running.current?.abort();
      study.close();
    },
    [],
  );
  /** Files that are added while others are judged come after them. */
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    let error: unknown = null;
    do {
      const files = waiting.current.splice(0);
      error = await study.add(files, controller.signal).then(
        () => null,
        (cause: unknown) => cause,
      );
    } while (waiting.current.length > 0 && error === null && !controller.signal.aborted);
    running.current = null;
    const report = study.report();
    setState({ progress: null, report: report.players.length + report.skipped.length > 0 ? report : null, error });
  };
  const add = useCallback((files: readonly File[]) => {
    waiting.current = [...waiting.current, ...files.filter(isStudied)];
    if (running.current === null && (waiting.current.length > 0 || study.hasUnjudged)) void run();
  }, []);
  return { add, stop: () => running.current?.abort(), load: study.load, state };
}

/** A folder also contains pictures and sounds. */
function isStudied({ name }: File): boolean {
  return studied.test(name);
}

/** Why a file is not in the report, in the language of the page. */
function describeReason(reason: SkipReason): string {
  const { reasons } = studyWords.page;
  if ('is' in reason) return reasons[reason.is];
  return words.failures[reason.code as keyof typeof words.failures]?.[0] ?? reason.message;
}

interface FileButtonProps {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly isPrimary?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function FileButton({ label, isFolder = false, isPrimary = false, onFiles }: FileButtonProps) {
  return (
    <label class={isPrimary ? 'button primary' : 'button'}>
      {label}
      <input
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: true } : { accept: '.osr,.osz,.osu' })}
        class="hidden-input"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Without this, choosing the same file again fires no change event.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

function SaveButtons({ report }: { report: StudyReport }) {
  const { page, report: texts } = studyWords;
  const save = (text: string, type: string, name: string) => downloadFile(new Blob([text], { type }), name);
  return (
    <>
      <button type="button" onClick={() => save(reportDocument(report, texts), 'text/html', 'habits.html')}>
        {page.saveHtml}
      </button>
      <button type="button" onClick={() => save(JSON.stringify(report, null, 2), 'application/json', 'habits.json')}>
        {page.saveJson}
      </button>
    </>
  );
}

function Report({ report }: { report: StudyReport }) {
  const { page, report: texts } = studyWords;
  const html = useMemo(() => reportHtml(report, { texts, hrefOf }), [report]);
  return (
    <section aria-label={texts.title}>
      {report.players.length === 0 && <p role="status">{page.nothing}</p>}
      {report.plays.length > 0 && <PlayList plays={report.plays} />}
      {/* The text is made by our own code, which escapes all names. */}
      <div class="study-report" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

const listStep = 50;

function PlayList({ plays }: Pick<StudyReport, 'plays'>) {
  const { page, report: texts } = studyWords;
  const [order, setOrder] = useState<PlayOrder>('cost');
  const [shown, setShown] = useState(listStep);
  const sorted = useMemo(() => sortPlays(plays, order), [plays, order]);
  const html = useMemo(() => playListHtml(sorted.slice(0, shown), { texts, hrefOf }), [sorted, shown]);
  return (
    <section class="study-plays" aria-labelledby="study-plays">
      <div class="row">
        <h2 id="study-plays">{texts.playList.title}</h2>
        <label class="row">
          {page.playOrder}
          <select value={order} onChange={({ currentTarget }) => setOrder(currentTarget.value as PlayOrder)}>
            {playOrders.map((name) => (
              <option key={name} value={name}>
                {page.playOrders[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="muted">{page.aboutPlays}</p>
      <div class="study-report" dangerouslySetInnerHTML={{ __html: html }} />
      {sorted.length > shown && (
        <button type="button" onClick={() => setShown(shown + listStep)}>
          {page.morePlays(Math.min(listStep, sorted.length - shown))}
        </button>
      )}
    </section>
  );
}

/** The style of reports comes with their code, so that a page without a report does not load it. */
function useReportStyle(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(reportStyle);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, []);
}
