import { analysisDe } from '../../replay-analysis/words/de.ts';
import type { StudyWords } from './en.ts';

const plays = (count: number) => (count === 1 ? '1 Spiel' : `${count.toLocaleString('de')} Spiele`);

export const studyDe: StudyWords = {
  page: {
    title: 'Replays auswerten',
    about:
      'Füge viele Replays hinzu und sieh, wie ihre Spieler zielen und treffen und wie sie besser werden. Sie werden in diesem Browser bewertet; nichts davon wird hochgeladen. Die Beatmaps kommen vom Server, oder füge ihre .osz-Dateien hinzu.',
    choose: 'Replays auswählen',
    chooseFolder: 'Ordner auswählen',
    explain: 'Was die Zahlen bedeuten',
    progress: (done, all) => `${done} von ${all} Replays`,
    stop: 'Anhalten',
    nothing: 'Keines dieser Replays konnte bewertet werden.',
    saveHtml: 'Als HTML speichern',
    saveJson: 'Als JSON speichern',
    playOrder: 'Reihenfolge',
    playOrders: { cost: 'Teuerster Fehler zuerst', date: 'Neueste zuerst', pp: 'Meiste pp zuerst' },
    morePlays: (count) => `${count} weitere zeigen`,
    aboutPlays: 'Wähle ein Spiel oder seinen teuersten Fehler, um es hier anzusehen.',
    back: 'Zurück zum Bericht',
    reasons: {
      'missing-map': 'Der Server hat die Beatmap nicht. Füge ihre .osz-Datei hinzu.',
      copy: 'Eine Kopie eines anderen Replays.',
      broken: 'Es kann nicht bewertet werden.',
    },
  },
  report: {
    language: 'de',
    title: 'Gewohnheiten der Spieler',
    summary: ({ plays: count, players }) =>
      `${plays(count)} von ${players === 1 ? '1 Spieler' : `${players} Spielern`}`,
    plays,
    hits: (hits) => `${hits} Treffer`,
    noName: '(ohne Namen)',
    players: 'Spieler',
    player: 'Spieler',
    dates: (first, last) => (first === last ? first : `${first} bis ${last}`),
    facts: {
      plays: 'Spiele',
      accuracy: 'Genauigkeit',
      unstableRate: 'Unstable Rate',
      missesPer1000: 'Misses je 1000 Objekte',
      bestPp: 'Beste pp',
      meanPp: 'Mittlere pp',
      meanError: 'Mittlerer Fehler',
      month: 'Monat',
    },
    early: (ms) => `${ms} ms zu früh`,
    late: (ms) => `${ms} ms zu spät`,
    short: (px) => `${px} px zu kurz`,
    beyond: (px) => `${px} px zu weit`,
    plots: {
      aim: {
        title: 'Zielen nach Richtung',
        about:
          'Jeder Ring ist der Kreis nach einer Bewegung in Richtung seines Pfeils; der mittlere steht für alle Treffer. Der Punkt ist die mittlere Position des Cursors, die Ellipse eine Standardabweichung.',
      },
      spacingAim: {
        title: 'Zu kurz oder zu weit, nach Abstand',
        about:
          'Wo der Cursor entlang der Bewegung ist: Unter null hat er die Mitte des Kreises nicht erreicht. Die Linie ist eine Standardabweichung nach beiden Seiten.',
      },
      tempo: {
        title: 'Unstable Rate nach Tempo',
        about: 'Die BPM, bei denen der Abstand zum Objekt davor ein Viertel eines Schlags ist.',
      },
      spacing: { title: 'Unstable Rate nach Abstand', about: 'Der Abstand vom Objekt davor.' },
      course: {
        title: 'Timing im Verlauf',
        about:
          'Der mittlere Fehler vom ersten Objekt bis zum letzten, mit einer Standardabweichung nach beiden Seiten. Negativ ist zu früh.',
      },
      keys: { title: 'Tasten', about: 'Der Anteil der Anschläge und der mittlere Fehler der Treffer.' },
      causes: {
        title: 'Ursachen der Fehler',
        about: 'Von allen Bewertungen unter der besten und allen Slider-Breaks.',
      },
      accuracy: {
        title: 'Genauigkeit nach Monat',
        about: 'Der Mittelwert über alle Objekte. Monate ohne Spiele fehlen.',
      },
      unstableRate: {
        title: 'Unstable Rate nach Monat',
        about: 'Der Mittelwert der Spiele, gewichtet nach ihren Treffern.',
      },
      misses: { title: 'Misses nach Monat', about: 'Je 1000 Objekte.' },
      pp: { title: 'Beste pp nach Monat', about: 'Die meisten Performance Points eines Spiels.' },
    },
    axes: {
      tempo: 'BPM von 1/4-Noten',
      spacing: 'Abstand in osu!-Pixeln',
      part: 'Teil des Spiels',
      unstableRate: 'Unstable Rate',
      along: 'Versatz in osu!-Pixeln',
      error: 'Fehler in Millisekunden',
      month: 'Monat',
      accuracy: 'Genauigkeit',
      misses: 'Misses je 1000',
      pp: 'pp',
    },
    range: (from, to) => `${from} bis ${to}`,
    andMore: (from) => `${from} und mehr`,
    directions: ['rechts', 'rechts unten', 'unten', 'links unten', 'links', 'links oben', 'oben', 'rechts oben'],
    allMovements: 'alle Treffer',
    spread: (along, across) => `Streuung ${along} px längs, ${across} px quer`,
    leftKey: 'Linke Taste',
    rightKey: 'Rechte Taste',
    causes: {
      timing: 'Zu früh oder zu spät gedrückt',
      aim: 'Rechtzeitig, aber neben dem Kreis gedrückt',
      'no-press': 'Auf dem Kreis, aber nicht gedrückt',
      'missed-both': 'Weder dort noch gedrückt',
      'note-lock': 'Vom Objekt davor gesperrt',
      'too-early': 'Vor dem Trefferfenster gedrückt',
      'extra-press': 'Der Anschlag galt einem anderen Objekt',
      'slider-left': 'Slider verlassen',
      'slider-late-head': 'Slider zu spät begonnen',
      'spinner-short': 'Zu wenige Drehungen eines Spinners',
      unknown: 'Unbekannt',
    },
    mistakes: analysisDe.mistakes,
    examples: {
      title: 'Momente zum Ansehen',
      about:
        'Der teuerste Fehler jeder Ursache in bis zu drei Spielen. Die pp zeigen, wie viel mehr das Spiel ohne diesen einen Fehler wert wäre. Die Zeiten sind die der Beatmap.',
      total: (mistakes, pp) => `${mistakes} Fehler${pp === null ? '' : `, jeder für sich: zusammen ${pp} pp`}`,
    },
    playList: {
      title: 'Spiele',
      about: 'Das Spiel mit dem teuersten Fehler steht oben.',
      map: 'Beatmap',
      date: 'Datum',
      misses: 'Misses',
      combo: 'Combo',
      costliest: 'Teuerster Fehler',
      file: 'Datei',
      failed: 'nicht geschafft',
      more: (count) =>
        `${count === 1 ? '1 weiteres Spiel' : `${count.toLocaleString('de')} weitere Spiele`}: Die JSON-Datei enthält alle.`,
    },
    comboBreaks: (breaks) => (breaks === 1 ? '1 Combo-Break' : `${breaks.toLocaleString('de')} Combo-Breaks`),
    uncertain: 'Blass: weniger als 20 Treffer.',
    withoutTiming: (count) => `Timing und Tasten ohne ${plays(count)}, in denen ein Mod die Tasten drückte.`,
    withoutAim: (count) => `Zielen ohne ${plays(count)}, in denen ein Mod den Cursor bewegte.`,
    table: 'Alle Monate als Tabelle',
    skipped: (files) => (files === 1 ? '1 übersprungene Datei' : `${files} übersprungene Dateien`),
  },
};
