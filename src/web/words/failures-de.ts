import type { FailureWords } from './failure-words.ts';

export const failuresDe: FailureWords = {
  'page/unreachable': ['Der Dienst ist nicht zu erreichen.', 'Prüfe deine Verbindung und versuche es noch einmal.'],
  'page/unreadable-answer': [
    'Etwas zwischen dir und dem Dienst hat an seiner Stelle geantwortet.',
    'Versuche es gleich noch einmal.',
  ],
  'replay/empty': ['Diese Datei ist leer.', 'Exportiere das Replay im Spiel noch einmal.'],
  'replay/unreadable': [
    'Diese Datei ist beschädigt oder kein osu!-Replay.',
    'Exportiere das Replay im Spiel noch einmal und wähle die neue Datei.',
  ],
  'replay/wrong-mode': ['Dieses Replay ist von einem anderen Spielmodus.', 'Nur osu!standard kann gerendert werden.'],
  'replay/no-frames': [
    'Dieses Replay enthält ein Ergebnis, aber keine Bewegungen.',
    'Lade das Replay von der Seite des Scores und wähle diese Datei.',
  ],
  'replay/too-large': [
    'Diese Datei ist größer, als der Dienst annimmt.',
    'Ein Replay hat selten mehr als 2 MB: ist es die richtige Datei?',
  ],
  'replay/too-slow': [
    'Das Lesen des Replays hat zu lange gedauert.',
    'Der Dienst ist beschäftigt. Versuche es in einer Minute.',
  ],
  'replay/not-stored': ['Das Replay ist nicht mehr gespeichert.', 'Wähle seine Datei und sende es noch einmal.'],
  'replay/wrong-extension': ['Das ist keine .osr-Datei.', 'Wähle ein Replay: eine Datei, die auf .osr endet.'],
  'replay/unsupported-mods': [
    'Dieses Replay wurde mit Mods gespielt, die sich nicht nachspielen lassen.',
    'Wähle ein anderes Replay.',
  ],
  'limit/rate': ['Du sendest schneller, als der Dienst erlaubt.', 'In {seconds} s kann es wieder gesendet werden.'],
  'limit/active-jobs': [
    'Zwei deiner Videos sind schon in Arbeit.',
    'Warte, bis eines fertig ist, oder brich eines ab. Diese Seite behält dein Replay.',
  ],
  'limit/at-capacity': ['Alle Renderer sind beschäftigt.', 'Versuche es in ein paar Minuten.'],
  'limit/queue-full': ['Die Warteschlange ist voll.', 'Versuche es in ein paar Minuten.'],
  'beatmap/not-found': [
    'Die Beatmap dieses Replays wurde nicht gefunden.',
    'Schicke ihre .osz-Datei mit: im Spiel „Export package“ im Dateimenü des Editors.',
  ],
  'beatmap/unavailable': [
    'Kein Spiegelserver konnte nach der Beatmap gefragt werden.',
    'Versuche es später, oder schicke die .osz-Datei mit.',
  ],
  'beatmap/too-large': [
    'Diese Beatmap übersteigt, was gerendert werden kann.',
    'Wähle ein Spiel auf einer anderen Map.',
  ],
  'beatmap/unreadable': ['Die Beatmap ist beschädigt.', 'Schicke eine heile .osz-Datei mit.'],
  'beatmap/wrong-mode': ['Die Beatmap ist von einem anderen Spielmodus.', 'Nur osu!standard kann gerendert werden.'],
  'skin/not-found': [
    'Der gewählte Skin ist nicht mehr da.',
    'Wähle einen anderen Skin und sende das Replay noch einmal.',
  ],
  'job/not-found': ['Dieses Video gibt es nicht.', 'Der Link ist vielleicht falsch, oder das Video wurde entfernt.'],
  'job/cancelled': ['Das Rendern wurde abgebrochen.', 'Sende das Replay noch einmal, wenn du das Video doch willst.'],
  'storage/full': ['Der Dienst hat keinen Platz mehr.', 'Sage es dem Betreiber und versuche es später.'],
  'storage/unavailable': ['Der Speicher des Dienstes ist nicht da.', 'Versuche es in einer Minute.'],
  'database/unavailable': ['Die Datenbank des Dienstes ist nicht da.', 'Versuche es in einer Minute.'],
  'upload/failed': ['Das Replay konnte nicht gespeichert werden.', 'Sende es noch einmal.'],
  'render/failed': ['Das Replay konnte nicht gerendert werden.', 'Das Protokoll sagt mehr.'],
  'render/out-of-memory': [
    'Das Rendern brauchte mehr Speicher, als es haben darf.',
    'Versuche 1080p, oder ohne Storyboard.',
  ],
  'render/stalled': ['Das Rendern kam nicht mehr voran.', 'Versuche es noch einmal; das Protokoll sagt mehr.'],
  'render/timed-out': [
    'Das Rendern hat länger gedauert, als es darf.',
    'Versuche 1080p, oder ohne Bewegungsunschärfe.',
  ],
  'service/internal': ['Im Dienst ist etwas schiefgegangen.', 'Versuche es noch einmal; sage es sonst dem Betreiber.'],
};
