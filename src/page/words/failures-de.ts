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
  'analytics/not-found': [
    'Zu diesem Video gibt es keine Daten des Spiels.',
    'Sende das Replay noch einmal, um es auszuwerten.',
  ],
  'archive/too-large': [
    'Dieses Archiv ist größer, als der Dienst entpackt.',
    'Wähle eines mit weniger oder kleineren Dateien.',
  ],
  'archive/unreadable': [
    'Dieses Archiv ist beschädigt, verschlüsselt oder gar keines.',
    'Exportiere es im Spiel noch einmal und wähle die neue Datei.',
  ],
  'archive/unsafe': [
    'Dieses Archiv enthält Verweise, weitere Archive oder zu tiefe Ordner.',
    'Exportiere es im Spiel noch einmal und wähle die neue Datei.',
  ],
  'artifact/forbidden': ['Diese Datei gibt es nicht.', 'Der Link ist falsch geschrieben.'],
  'artifact/no-such-range': ['So lang ist die Datei nicht.', 'Lade die Seite neu.'],
  'artifact/not-found': [
    'Die Datei ist nicht oder nicht mehr da.',
    'Lade die Seite neu, oder sende das Replay für ein neues Video.',
  ],
  'beatmap/file-too-large': [
    'Die Datei der Beatmap ist größer, als der Dienst annimmt.',
    'Lass beim Exportieren ihr Video weg.',
  ],
  'beatmap/mismatch': [
    'Die .osz-Datei gehört nicht zu der Map, auf der dieses Replay gespielt wurde.',
    'Wähle das Set mit genau dieser Schwierigkeit, keine spätere Fassung.',
  ],
  'beatmap/not-yet': [
    'Die Beatmap wird noch geholt.',
    'Warte einen Augenblick: die Seite versucht es von selbst wieder.',
  ],
  'beatmap/too-slow': [
    'Das Prüfen der Beatmap hat zu lange gedauert.',
    'Der Dienst ist beschäftigt. Versuche es in einer Minute.',
  ],
  'beatmap/wrong-extension': ['Das ist keine .osz-Datei.', 'Wähle eine Beatmap: eine Datei, die auf .osz endet.'],
  'callback/undelivered': [
    'Das Video ist fertig, konnte aber nicht abgegeben werden.',
    'Versuche es noch einmal; sage es sonst dem Betreiber.',
  ],
  'job/finished': ['Dieses Video ist schon fertig.', 'Lade die Seite neu, um es zu sehen.'],
  'job/not-failed': [
    'Dieses Video braucht keinen zweiten Versuch.',
    'Lade die Seite neu, um zu sehen, wie weit es ist.',
  ],
  'job/not-yours': [
    'Das darf nur, wer dieses Replay gesendet hat.',
    'Nimm das Gerät und das Netz, mit denen es gesendet wurde.',
  ],
  'job/unfinished': ['Dieses Video ist noch in Arbeit.', 'Warte, bis es fertig ist.'],
  'limit/streams': [
    'Zu viele deiner Seiten folgen Videos.',
    'Schließe einige; diese hier fragt stattdessen hin und wieder nach.',
  ],
  'limit/streams-at-capacity': [
    'Gerade folgen zu viele Leute Videos.',
    'Diese Seite fragt stattdessen hin und wieder nach.',
  ],
  'render/danser-unusable': ['Der gewählte Renderer läuft hier nicht.', 'Sage es dem Betreiber des Dienstes.'],
  'render/worker-lost': [
    'Das Rendern wurde zu oft unterbrochen.',
    'Versuche es noch einmal; sage es sonst dem Betreiber.',
  ],
  'request/header-too-large': [
    'Der Browser hat zu viel gesendet.',
    'Kürze die Suche, oder lösche die Cookies dieser Seite.',
  ],
  'request/invalid': [
    'Etwas vom Gesendeten ist nicht erlaubt.',
    'Die Zeilen darunter sagen, was; ändere es und sende noch einmal.',
  ],
  'request/malformed': ['Der Dienst konnte das Gesendete nicht lesen.', 'Sende es noch einmal.'],
  'request/method-not-allowed': [
    'Das tut der Dienst nicht.',
    'Lade die Seite neu: sie ist vielleicht von einer anderen Version.',
  ],
  'request/not-found': ['Unter dieser Adresse ist nichts.', 'Der Link ist vielleicht falsch geschrieben.'],
  'request/timed-out': ['Das Senden hat zu lange gedauert.', 'Prüfe deine Verbindung und sende es noch einmal.'],
  'request/too-large': ['Das war mehr, als der Dienst auf einmal annimmt.', 'Sende weniger oder kleinere Dateien.'],
  'request/unsupported-expectation': [
    'Etwas zwischen dir und dem Dienst verlangt, was er nicht tut.',
    'Versuche es aus einem anderen Netz.',
  ],
  'request/unsupported-media-type': [
    'Der Dienst konnte das Gesendete nicht lesen.',
    'Lade die Seite neu: sie ist vielleicht von einer anderen Version.',
  ],
  'skin/damaged': [
    'Das Archiv des Skins ist beschädigt.',
    'Exportiere den Skin im Spiel noch einmal und wähle die neue Datei.',
  ],
  'skin/encrypted': ['Der Skin ist verschlüsselt.', 'Exportiere ihn im Spiel, ohne Passwort.'],
  'skin/link': ['Der Skin enthält einen Verweis auf eine andere Datei.', 'Packe die Dateien selbst ein.'],
  'skin/name-invalid': [
    'Der Name der Datei enthält Zeichen, die nicht erlaubt sind.',
    'Benenne sie um: Buchstaben, Ziffern, Leerzeichen, - und _, höchstens 128.',
  ],
  'skin/name-reserved': ['Default heißt der eingebaute Skin.', 'Benenne die Datei um.'],
  'skin/name-taken': ['So heißt schon der Skin von jemand anderem.', 'Benenne die Datei um.'],
  'skin/nested-archive': ['Der Skin enthält ein weiteres Archiv.', 'Nimm die .zip-, .osk- oder .osz-Datei heraus.'],
  'skin/too-compressed': [
    'Der Skin entpackt sich auf mehr als das Hundertfache.',
    'Packe ihn neu, ohne Dateien aus lauter Nullen.',
  ],
  'skin/too-deep': ['Der Skin hat Ordner in Ordnern, mehr als drei tief.', 'Schiebe seine Dateien weiter nach oben.'],
  'skin/too-large': [
    'Dieser Skin ist größer, als der Dienst annimmt.',
    'Nimm heraus, was ein Replay nicht zeigt: Menüs, Videos, übrige Teile.',
  ],
  'skin/too-many-entries': ['Der Skin hat mehr als 10.000 Dateien.', 'Nimm heraus, was ein Replay nicht zeigt.'],
  'skin/too-slow': [
    'Das Prüfen des Skins hat zu lange gedauert.',
    'Der Dienst ist beschäftigt. Versuche es in einer Minute.',
  ],
  'skin/unpacks-too-large': [
    'Der Skin entpackt sich auf mehr als 1 GiB, oder eine Datei darin auf mehr als 200 MiB.',
    'Nimm die größten Dateien heraus.',
  ],
  'skin/unsafe-path': [
    'Der Skin enthält eine Datei, deren Pfad aus ihm hinausführt.',
    'Exportiere den Skin im Spiel noch einmal.',
  ],
  'skin/wrong-extension': ['Das ist keine .osk-Datei.', 'Wähle einen Skin: eine Datei, die auf .osk endet.'],
  'skin/wrong-magic': [
    'Diese Datei ist kein Skin, auch wenn sie so heißt.',
    'Exportiere den Skin im Spiel noch einmal und wähle die neue Datei.',
  ],
  'storage/link-expired': ['Dieser Link ist abgelaufen.', 'Lade die Seite neu.'],
  'storage/link-invalid': ['Dieser Link gilt nicht.', 'Lade die Seite neu.'],
  'storyboard/too-large': [
    'Das Storyboard dieser Map übersteigt, was gerendert werden kann.',
    'Sende das Replay noch einmal ohne Storyboard.',
  ],
  'video/cannot-write': [
    'Das Video konnte nicht geschrieben werden.',
    'Versuche es noch einmal; sage es sonst dem Betreiber.',
  ],
  'video/encoder-died': ['Der Video-Encoder hat aufgehört.', 'Versuche es noch einmal; das Protokoll sagt mehr.'],
  'video/encoder-missing': [
    'Dem Dienst fehlt der Video-Encoder, auf den er eingestellt ist.',
    'Sage es seinem Betreiber.',
  ],
  'video/options-invalid': [
    'Mit diesen Einstellungen lässt sich kein Video machen.',
    'Wähle andere und sende das Replay noch einmal.',
  ],
};
