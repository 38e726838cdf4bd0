import type { PlayOrder } from '../../../game/study/index.ts';
import { english, type ReportTexts } from '../../../rendering/study-report/index.ts';

/** The texts of the study; the other languages have the same keys. */
export interface StudyWords {
  readonly page: {
    readonly title: string;
    readonly about: string;
    readonly choose: string;
    readonly chooseFolder: string;
    readonly explain: string;
    readonly progress: (done: number, all: number) => string;
    readonly stop: string;
    readonly nothing: string;
    readonly saveHtml: string;
    readonly saveJson: string;
    readonly playOrder: string;
    readonly playOrders: Readonly<Record<PlayOrder, string>>;
    readonly morePlays: (plays: number) => string;
    readonly aboutPlays: string;
    readonly back: string;
    readonly reasons: Readonly<Record<'missing-map' | 'copy' | 'broken', string>>;
  };
  readonly report: ReportTexts;
}

export const studyEn: StudyWords = {
  page: {
    title: 'Study your replays',
    about:
      'Add many replays to see how their players aim and time, and how they improve. They are judged in this browser; nothing of them is uploaded. Maps come from the service, or add their .osz files.',
    choose: 'Choose replays',
    chooseFolder: 'Choose a folder',
    explain: 'What the numbers mean',
    progress: (done, all) => `${done} of ${all} replays`,
    stop: 'Stop',
    nothing: 'None of these replays could be judged.',
    saveHtml: 'Save as HTML',
    saveJson: 'Save as JSON',
    playOrder: 'Order',
    playOrders: { cost: 'Most costly mistake first', date: 'Newest first', pp: 'Most pp first' },
    morePlays: (plays) => `Show ${plays} more`,
    aboutPlays: 'Select a play or its most costly mistake to watch it here.',
    back: 'Back to the report',
    reasons: {
      'missing-map': 'The service does not have the beatmap. Add its .osz file.',
      copy: 'A copy of another replay.',
      broken: 'It cannot be judged.',
    },
  },
  report: english,
};
