import type { PlayerHelp } from './help-topic.ts';

export const playerHelpEn: PlayerHelp = {
  failuresTitle: 'Common errors',
  topics: [
    {
      id: 'map',
      title: 'The map is missing',
      paragraphs: [
        'A replay contains only your input. The map, its song and its background come from this server, or from you.',
        'When you add a replay, its card shows at once whether the map is here. If it is not, add the .osz file of the map: choose it on the card, or drop it on the page together with the replay. It must have exactly the difficulty and version that was played.',
      ],
      steps: [
        'In osu!(stable), open the map in the editor and choose “File”, “Export package”. The .osz file is in the folder “Exports”.',
        'In osu!(lazer), open the map in the editor and choose “File”, “Export”, “For compatibility (.osz)”.',
        'Or download the map again from its page on the osu! website.',
      ],
    },
    {
      id: 'skins',
      title: 'Use your skin',
      paragraphs: [
        'A skin is one .osk file. Add it under “Skin” in the settings, or drop it anywhere on this page. Your next video will have it, and other visitors can use it, too.',
      ],
      steps: [
        'In osu!(stable), open Options, choose the skin and press “Export as .osk”. The file is in the folder “Exports”.',
        'In osu!(lazer), open Settings, “Skin”, and choose “Export”.',
        'A skin in a folder: pack the files (not the folder) as a ZIP and change its extension to .osk.',
      ],
    },
    {
      id: 'look',
      title: 'Change the look',
      paragraphs: [
        'Choose a style, then change what you want: background dim, cursor, overlays, sounds and more. The picture beside the settings shows every change. Hold C to see the style without your changes.',
        'To render only a part, enter its start and end on the card of the replay, or use “Start the clip here” above the picture.',
      ],
    },
    {
      id: 'share',
      title: 'Share a video',
      paragraphs: [
        'Every video has its own page. “Share” copies its link; chat programs show the video below the link. “Download video” saves an MP4 file that you can upload anywhere.',
        'The operator of this server decides how long videos are kept. Download the ones that you want to keep.',
      ],
    },
    {
      id: 'study',
      title: 'Study your replays',
      paragraphs: [
        'Add many replays, or a folder of them, to see how you aim and time, which mistakes you make, and how you improve from month to month. They are judged in this browser and not uploaded.',
      ],
      link: { path: '/study', text: 'Open the study' },
    },
  ],
};
