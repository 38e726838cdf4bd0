import type { PlayerHelp } from './help-topic.ts';

export const playerHelpDe: PlayerHelp = {
  failuresTitle: 'Häufige Fehler',
  topics: [
    {
      id: 'map',
      title: 'Die Map fehlt',
      paragraphs: [
        'Ein Replay enthält nur deine Eingaben. Die Map mit Song und Hintergrund kommt von diesem Server oder von dir.',
        'Wenn du ein Replay hinzufügst, zeigt seine Kachel sofort, ob die Map da ist. Wenn nicht, füge die .osz-Datei der Map hinzu: Wähle sie auf der Kachel aus, oder zieh sie zusammen mit dem Replay auf die Seite. Schwierigkeit und Version müssen genau die gespielten sein.',
      ],
      steps: [
        'In osu!(stable) öffnest du die Map im Editor und wählst „File“, „Export package“. Die .osz-Datei liegt im Ordner „Exports“.',
        'In osu!(lazer) öffnest du die Map im Editor und wählst „Datei“, „Exportieren“, „Für Kompatibilität (.osz)“.',
        'Oder lade die Map auf ihrer Seite der osu!-Website noch einmal herunter.',
      ],
    },
    {
      id: 'skins',
      title: 'Deinen Skin verwenden',
      paragraphs: [
        'Ein Skin ist eine .osk-Datei. Füge sie unter „Skin“ in den Einstellungen hinzu, oder zieh sie irgendwo auf diese Seite. Das nächste Video hat ihn, und auch andere Besucher können ihn verwenden.',
      ],
      steps: [
        'In osu!(stable) öffnest du die Optionen, wählst den Skin und „Als .osk exportieren“. Die Datei liegt im Ordner „Exports“.',
        'In osu!(lazer) öffnest du die Einstellungen, „Skin“, und wählst „Exportieren“.',
        'Ein Skin in einem Ordner: Packe die Dateien (nicht den Ordner) als ZIP und ändere die Endung in .osk.',
      ],
    },
    {
      id: 'look',
      title: 'Den Look ändern',
      paragraphs: [
        'Wähle einen Stil und ändere dann, was du möchtest: Hintergrund, Cursor, Einblendungen, Ton und mehr. Das Bild neben den Einstellungen zeigt jede Änderung. Halte C, um den Stil ohne deine Änderungen zu sehen.',
        'Um nur einen Teil zu rendern, gib Start und Ende auf der Kachel des Replays ein, oder wähle „Ausschnitt ab hier“ über dem Bild.',
      ],
    },
    {
      id: 'share',
      title: 'Ein Video teilen',
      paragraphs: [
        'Jedes Video hat seine eigene Seite. „Teilen“ kopiert ihren Link; Chatprogramme zeigen das Video unter dem Link. „Video herunterladen“ speichert eine MP4-Datei, die du überall hochladen kannst.',
        'Der Betreiber dieses Servers entscheidet, wie lange Videos bleiben. Lade die herunter, die du behalten möchtest.',
      ],
    },
    {
      id: 'study',
      title: 'Replays auswerten',
      paragraphs: [
        'Füge viele Replays hinzu, oder einen ganzen Ordner, und sieh, wie du zielst und wie genau dein Timing ist, welche Fehler du machst und wie du dich von Monat zu Monat verbesserst. Sie werden in diesem Browser ausgewertet; nichts davon wird hochgeladen.',
      ],
      link: { path: '/study', text: 'Zur Auswertung' },
    },
  ],
};
