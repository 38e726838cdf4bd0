import type { FailureWords } from './failure-words.ts';

export const failuresDe: FailureWords = {
  'client/unreachable': ['Der Server ist nicht erreichbar.', 'Prüfe deine Verbindung und versuche es erneut.'],
  'client/unreadable-response': [
    'Der Server hat unerwartet geantwortet.',
    'Möglicherweise stört ein Proxy. Versuche es gleich noch einmal.',
  ],
  'replay/empty': ['Diese Datei ist leer.', 'Exportiere das Replay erneut aus dem Spiel.'],
  'replay/unreadable': [
    'Diese Datei ist beschädigt oder kein osu!-Replay.',
    'Exportiere das Replay erneut aus dem Spiel und wähle die neue Datei.',
  ],
  'replay/wrong-mode': [
    'Dieses Replay stammt aus einem anderen Spielmodus.',
    'Nur Replays aus osu!standard können gerendert werden.',
  ],
  'replay/no-frames': [
    'Dieses Replay enthält ein Ergebnis, aber keine Cursorbewegungen.',
    'Lade das Replay von der Seite des Scores herunter und wähle diese Datei.',
  ],
  'replay/too-large': [
    'Diese Datei ist zu groß.',
    'Replays sind selten größer als 2\u00a0MB. Prüfe, ob es die richtige Datei ist.',
  ],
  'replay/too-slow': [
    'Das Lesen des Replays hat zu lange gedauert.',
    'Der Server ist ausgelastet. Versuche es in einer Minute noch einmal.',
  ],
  'replay/not-stored': ['Das Replay ist nicht mehr gespeichert.', 'Lade die Replay-Datei noch einmal hoch.'],
  'replay/wrong-extension': ['Das ist keine .osr-Datei.', 'Wähle eine Replay-Datei mit der Endung .osr.'],
  'replay/unsupported-mods': [
    'Dieses Replay verwendet Mods, die nicht unterstützt werden.',
    'Wähle ein anderes Replay.',
  ],
  'limit/rate': ['Du hast das Upload-Limit erreicht.', 'In {seconds}\u00a0s kannst du wieder hochladen.'],
  'limit/active-jobs': [
    'Es sind bereits so viele deiner Videos in Arbeit, wie dieser Dienst erlaubt.',
    'Warte, bis eines fertig ist, oder brich eines ab. Dein Replay bleibt auf dieser Seite.',
  ],
  'limit/uploads': [
    'Es laufen bereits zu viele deiner Uploads.',
    'Warte, bis einige davon fertig sind, und versuche es dann noch einmal.',
  ],
  'limit/at-capacity': ['Alle Renderer sind ausgelastet.', 'Versuche es in ein paar Minuten noch einmal.'],
  'limit/queue-full': ['Die Warteschlange ist voll.', 'Versuche es in ein paar Minuten noch einmal.'],
  'beatmap/not-found': [
    'Die Beatmap dieses Replays wurde nicht gefunden.',
    'Füge ihre .osz-Datei hinzu. Zum Exportieren öffne die Beatmap im Editor und wähle „File“, „Export package“.',
  ],
  'beatmap/unavailable': [
    'Kein Beatmap-Mirror war erreichbar.',
    'Versuche es später noch einmal oder füge die .osz-Datei hinzu.',
  ],
  'beatmap/too-large': ['Diese Beatmap ist zu groß zum Rendern.', 'Wähle ein Replay einer anderen Beatmap.'],
  'beatmap/unreadable': ['Die Beatmap ist beschädigt.', 'Füge eine unbeschädigte .osz-Datei hinzu.'],
  'beatmap/wrong-mode': [
    'Diese Beatmap ist für einen anderen Spielmodus.',
    'Nur Beatmaps für osu!standard können gerendert werden.',
  ],
  'skin/not-found': [
    'Der ausgewählte Skin ist nicht mehr verfügbar.',
    'Wähle einen anderen Skin und lade das Replay noch einmal hoch.',
  ],
  'job/not-found': ['Dieses Video gibt es nicht.', 'Prüfe den Link. Vielleicht wurde das Video auch gelöscht.'],
  'job/cancelled': [
    'Das Rendern wurde abgebrochen.',
    'Wähle „Erneut versuchen“, um das Video doch noch rendern zu lassen.',
  ],
  'storage/full': [
    'Auf dem Server ist kein Speicherplatz mehr frei.',
    'Wende dich an den Betreiber und versuche es später noch einmal.',
  ],
  'storage/unavailable': ['Der Speicher des Servers ist nicht verfügbar.', 'Versuche es in einer Minute noch einmal.'],
  'database/unavailable': [
    'Die Datenbank des Servers ist nicht verfügbar.',
    'Versuche es in einer Minute noch einmal.',
  ],
  'upload/failed': ['Das Replay konnte nicht gespeichert werden.', 'Lade es noch einmal hoch.'],
  'render/failed': ['Das Replay konnte nicht gerendert werden.', 'Einzelheiten stehen im Protokoll.'],
  'render/out-of-memory': ['Beim Rendern ging der Arbeitsspeicher aus.', 'Versuche es mit 1080p oder ohne Storyboard.'],
  'render/stalled': ['Das Rendern kam nicht mehr voran.', 'Versuche es erneut. Einzelheiten stehen im Protokoll.'],
  'render/timed-out': ['Das Rendern hat zu lange gedauert.', 'Versuche es mit 1080p oder ohne Bewegungsunschärfe.'],
  'service/internal': [
    'Etwas ist schiefgegangen.',
    'Versuche es erneut. Wenn es wieder passiert, wende dich an den Betreiber.',
  ],
  'analytics/not-found': [
    'Für dieses Video gibt es keine Analyse.',
    'Lade das Replay noch einmal hoch, um es auszuwerten.',
  ],
  'archive/too-large': ['Dieses Archiv ist zu groß.', 'Wähle eines mit weniger oder kleineren Dateien.'],
  'archive/unreadable': [
    'Diese Datei ist beschädigt, verschlüsselt oder kein Archiv.',
    'Exportiere sie erneut aus dem Spiel und wähle die neue Datei.',
  ],
  'archive/unsafe': [
    'Dieses Archiv enthält Verknüpfungen, weitere Archive oder zu tief verschachtelte Ordner.',
    'Exportiere es erneut aus dem Spiel und wähle die neue Datei.',
  ],
  'artifact/forbidden': ['Diese Datei gibt es nicht.', 'Prüfe den Link.'],
  'artifact/no-such-range': ['Der angeforderte Teil der Datei existiert nicht.', 'Lade die Seite neu.'],
  'artifact/not-found': [
    'Diese Datei ist nicht mehr verfügbar.',
    'Lade die Seite neu oder lade das Replay noch einmal hoch.',
  ],
  'beatmap/file-too-large': ['Die .osz-Datei ist zu groß.', 'Exportiere die Beatmap ohne ihr Video.'],
  'beatmap/mismatch': [
    'Die .osz-Datei enthält nicht die Beatmap dieses Replays.',
    'Wähle das Set mit genau dieser Schwierigkeit, in der gespielten Version.',
  ],
  'beatmap/not-yet': ['Die Beatmap wird noch heruntergeladen.', 'Die Vorschau startet, sobald sie verfügbar ist.'],
  'beatmap/too-slow': [
    'Das Prüfen der Beatmap hat zu lange gedauert.',
    'Der Server ist ausgelastet. Versuche es in einer Minute noch einmal.',
  ],
  'beatmap/wrong-extension': ['Das ist keine .osz-Datei.', 'Wähle eine Beatmap-Datei mit der Endung .osz.'],
  'callback/undelivered': [
    'Das Video wurde gerendert, konnte aber nicht übermittelt werden.',
    'Versuche es erneut. Wenn es wieder passiert, wende dich an den Betreiber.',
  ],
  'job/finished': ['Das Rendern ist bereits abgeschlossen.', 'Lade die Seite neu, um das Ergebnis zu sehen.'],
  'job/not-failed': [
    'Nur ein fehlgeschlagenes Rendern kann wiederholt werden.',
    'Lade die Seite neu, um den aktuellen Status zu sehen.',
  ],
  'job/not-yours': [
    'Das kann nur, wer dieses Replay hochgeladen hat.',
    'Verwende das Gerät und das Netzwerk, mit dem du es hochgeladen hast.',
  ],
  'job/unfinished': ['Dieses Video wird noch gerendert.', 'Warte, bis es fertig ist.'],
  'score/no-replay': [
    'osu! hat kein Replay dieses Scores.',
    'Nur manche Scores haben eines. Exportiere das Replay stattdessen im Spiel.',
  ],
  'score/not-configured': [
    'Dieser Dienst kann keine Scores abrufen.',
    'Exportiere das Replay im Spiel und füge die Datei hier hinzu.',
  ],
  'score/refused': [
    'osu! hat das Replay nicht herausgegeben.',
    'Exportiere das Replay im Spiel und füge die Datei hier hinzu.',
  ],
  'score/unavailable': [
    'osu! ist nicht erreichbar oder erlaubt gerade keine weiteren Downloads.',
    'Versuche es in {seconds}\u00a0s noch einmal.',
  ],
  'key/required': [
    'Dieser Dienst verlangt einen Schlüssel.',
    'Bitte den Betreiber um einen und gib ihn auf der Startseite ein.',
  ],
  'key/unknown': [
    'Der Dienst nimmt deinen Schlüssel nicht an. Vielleicht ist er abgelaufen.',
    'Bitte den Betreiber um einen neuen und gib ihn auf der Startseite ein.',
  ],
  'card/busy': ['Es werden gerade zu viele Bilder gezeichnet.', 'Versuche es gleich noch einmal.'],
  'limit/streams': [
    'Du hast zu viele Seiten mit Live-Updates geöffnet.',
    'Schließe einige davon. Bis dahin aktualisiert sich diese Seite seltener.',
  ],
  'limit/streams-at-capacity': [
    'Live-Updates sind derzeit nicht verfügbar.',
    'Diese Seite aktualisiert sich stattdessen seltener.',
  ],
  'render/danser-unusable': [
    'Der gewählte Renderer funktioniert auf diesem Server nicht.',
    'Wende dich an den Betreiber.',
  ],
  'render/worker-lost': [
    'Das Rendern wurde zu oft unterbrochen.',
    'Versuche es erneut. Wenn es wieder passiert, wende dich an den Betreiber.',
  ],
  'embed/unsupported-format': ['Videos lassen sich nur als JSON einbetten.', 'Fordere format=json an.'],
  'request/foreign-origin': [
    'Eine andere Website darf das nicht.',
    'Öffne die Seite dieses Dienstes selbst. Wenn du das schon getan hast, bitte den Betreiber, PUBLIC_URL zu setzen.',
  ],
  'request/header-too-large': ['Die Anfrage ist zu groß.', 'Kürze die Suche oder lösche die Cookies dieser Website.'],
  'request/invalid': [
    'Einige Einstellungen sind ungültig.',
    'Korrigiere die unten genannten Felder und versuche es erneut.',
  ],
  'request/malformed': ['Der Server konnte die Anfrage nicht lesen.', 'Versuche es erneut.'],
  'request/no-boundary': ['Der Server konnte die Anfrage nicht lesen.', 'Versuche es erneut.'],
  'request/method-not-allowed': [
    'Der Server unterstützt diese Aktion nicht.',
    'Lade die Seite neu, um die aktuelle Version zu erhalten.',
  ],
  'request/not-found': ['Diese Seite gibt es nicht.', 'Prüfe den Link.'],
  'request/timed-out': ['Das Hochladen hat zu lange gedauert.', 'Prüfe deine Verbindung und versuche es erneut.'],
  'request/too-large': ['Der Upload ist zu groß.', 'Lade weniger oder kleinere Dateien hoch.'],
  'request/unsupported-encoding': [
    'Ein Programm zwischen dir und dem Server hat den Upload komprimiert.',
    'Versuche es mit einem anderen Browser oder Netzwerk.',
  ],
  'request/unsupported-expectation': [
    'Ein Proxy zwischen dir und dem Server hat eine nicht unterstützte Anfrage gesendet.',
    'Versuche es in einem anderen Netzwerk.',
  ],
  'request/unsupported-media-type': [
    'Der Server konnte die Anfrage nicht lesen.',
    'Lade die Seite neu, um die aktuelle Version zu erhalten.',
  ],
  'skin/damaged': [
    'Die Skin-Datei ist beschädigt.',
    'Exportiere den Skin erneut aus dem Spiel und wähle die neue Datei.',
  ],
  'skin/encrypted': ['Die Skin-Datei ist verschlüsselt.', 'Exportiere den Skin ohne Passwort aus dem Spiel.'],
  'skin/link': [
    'Der Skin enthält eine Verknüpfung zu einer anderen Datei.',
    'Ersetze die Verknüpfung durch die Datei selbst.',
  ],
  'skin/name-invalid': [
    'Der Name enthält nicht erlaubte Zeichen.',
    'Verwende höchstens 128 Buchstaben, Ziffern, Leerzeichen, Binde- und Unterstriche.',
  ],
  'skin/name-reserved': ['„Default“ ist der Name des integrierten Skins.', 'Wähle einen anderen Namen.'],
  'skin/in-use': [
    'Ein Video, das noch nicht fertig ist, verwendet diesen Skin.',
    'Entferne den Skin, wenn alle Videos mit ihm fertig sind.',
  ],
  'skin/not-yours': [
    'Nur wer diesen Skin hochgeladen hat, kann ihn entfernen.',
    'Verwende das Gerät und das Netzwerk, mit dem du ihn hochgeladen hast.',
  ],
  'skin/name-taken': [
    'Ein Skin eines anderen Nutzers heißt bereits so.',
    'Lade deinen unter dem vorgeschlagenen oder einem anderen Namen hoch.',
  ],
  'skin/nested-archive': ['Der Skin enthält ein weiteres Archiv.', 'Entferne die .zip-, .osk- oder .osz-Datei daraus.'],
  'skin/too-compressed': [
    'Entpackt ist der Skin mehr als 100-mal so groß.',
    'Entferne Dateien, die sich ungewöhnlich stark komprimieren lassen, und packe ihn neu.',
  ],
  'skin/too-deep': [
    'Die Ordner im Skin sind mehr als drei Ebenen tief verschachtelt.',
    'Verschiebe die Dateien weiter nach oben.',
  ],
  'skin/too-large': [
    'Dieser Skin ist zu groß.',
    'Entferne Dateien, die in einem Replay nicht zu sehen sind, zum Beispiel Menüs und Videos.',
  ],
  'skin/too-many-entries': [
    'Der Skin enthält mehr als 10.000 Dateien.',
    'Entferne Dateien, die in einem Replay nicht zu sehen sind, zum Beispiel Menüs.',
  ],
  'skin/too-slow': [
    'Das Prüfen des Skins hat zu lange gedauert.',
    'Der Server ist ausgelastet. Versuche es in einer Minute noch einmal.',
  ],
  'skin/unpacks-too-large': [
    'Entpackt ist der Skin größer als 1 GiB oder eine seiner Dateien größer als 200 MiB.',
    'Entferne die größten Dateien.',
  ],
  'skin/unsafe-path': [
    'Der Skin enthält eine Datei mit einem Pfad außerhalb seines Ordners.',
    'Exportiere den Skin erneut aus dem Spiel.',
  ],
  'skin/wrong-extension': ['Das ist keine .osk-Datei.', 'Wähle eine Skin-Datei mit der Endung .osk.'],
  'skin/wrong-magic': [
    'Diese Datei ist kein Skin, obwohl ihr Name auf .osk endet.',
    'Exportiere den Skin erneut aus dem Spiel und wähle die neue Datei.',
  ],
  'storage/link-expired': ['Dieser Link ist abgelaufen.', 'Lade die Seite neu.'],
  'storage/link-invalid': ['Dieser Link ist ungültig.', 'Lade die Seite neu.'],
  'storyboard/too-large': [
    'Das Storyboard dieser Beatmap ist zu groß zum Rendern.',
    'Lade das Replay noch einmal hoch und schalte das Storyboard aus.',
  ],
  'together/count': ['So viele Replays passen nicht in ein Video.', 'Wähle 2 bis 50 Replays.'],
  'together/other-clock': [
    'Der Song läuft in den Replays verschieden schnell.',
    'Wähle „Geteiltes Bild“ oder Replays mit gleicher Geschwindigkeit.',
  ],
  'together/other-map': ['Die Replays gehören zu verschiedenen Maps.', 'Wähle Replays einer Map.'],
  'together/other-objects': [
    'Ein Mod gibt den Replays verschiedene Objekte.',
    'Wähle Replays ohne Random und Target Practice.',
  ],
  'together/repeated': ['Dasselbe Replay wurde zweimal gewählt.', 'Entferne eines davon.'],
  'together/too-large': ['Die Replays sind zusammen zu groß.', 'Wähle weniger Replays.'],
  'video/cannot-write': [
    'Die Videodatei konnte nicht geschrieben werden.',
    'Versuche es erneut. Wenn es wieder passiert, wende dich an den Betreiber.',
  ],
  'video/empty-clip': [
    'Der Ausschnitt liegt außerhalb des Plays.',
    'Rendere das Replay mit einem anderen Anfang und Ende neu.',
  ],
  'video/encoder-died': [
    'Der Video-Encoder wurde unerwartet beendet.',
    'Versuche es erneut. Einzelheiten stehen im Protokoll.',
  ],
  'video/encoder-missing': [
    'Der eingestellte Video-Encoder ist auf dem Server nicht installiert.',
    'Wende dich an den Betreiber.',
  ],
  'video/no-moments': [
    'Der Play hat keine Momente der gewählten Art.',
    'Wähle andere Momente oder keine und lade das Replay noch einmal hoch.',
  ],
  'video/options-invalid': [
    'Der Video-Encoder unterstützt diese Einstellungen nicht.',
    'Wähle andere Einstellungen und lade das Replay noch einmal hoch.',
  ],
  'video/too-long': [
    'Das Video wäre länger, als dieser Dienst erlaubt.',
    'Wähle mit Anfang und Ende einen kürzeren Ausschnitt und lade das Replay noch einmal hoch.',
  ],
};
