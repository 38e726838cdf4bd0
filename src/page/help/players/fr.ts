import type { PlayerHelp } from './help-topic.ts';

export const playerHelpFr: PlayerHelp = {
  failuresTitle: 'Erreurs fréquentes',
  topics: [
    {
      id: 'map',
      title: 'La beatmap est introuvable',
      paragraphs: [
        'Un replay ne contient que vos mouvements et vos touches. La beatmap, sa musique et son image de fond viennent de ce serveur, ou de vous.',
        'Quand vous ajoutez un replay, sa carte indique aussitôt si la beatmap est disponible. Sinon, ajoutez son fichier .osz\u202f: choisissez-le sur la carte, ou déposez-le sur la page avec le replay. Il doit contenir exactement la difficulté et la version jouées.',
      ],
      steps: [
        'Dans osu!(stable), ouvrez la beatmap dans l’éditeur et choisissez «\u202fFichier\u202f», «\u202fExporter la beatmap\u202f». Le fichier .osz est dans le dossier «\u202fExports\u202f».',
        'Dans osu!(lazer), ouvrez la beatmap dans l’éditeur et choisissez «\u202fFichier\u202f», «\u202fExporter\u202f», «\u202fPour compatibilité (.osz)\u202f».',
        'Ou téléchargez de nouveau la beatmap depuis sa page sur le site d’osu!.',
      ],
    },
    {
      id: 'skins',
      title: 'Utiliser votre skin',
      paragraphs: [
        'Un skin est un fichier .osk. Ajoutez-le sous «\u202fSkin\u202f» dans les paramètres, ou déposez-le n’importe où sur cette page. La prochaine vidéo l’utilisera, et les autres visiteurs pourront s’en servir aussi.',
      ],
      steps: [
        'Dans osu!(stable), ouvrez les options, choisissez le skin et appuyez sur «\u202fExport as .osk\u202f». Le fichier est dans le dossier «\u202fExports\u202f».',
        'Dans osu!(lazer), ouvrez les paramètres, «\u202fSkin\u202f», et choisissez «\u202fExport\u202f».',
        'Un skin dans un dossier\u202f: compressez les fichiers (pas le dossier) en ZIP et remplacez l’extension par .osk.',
      ],
    },
    {
      id: 'look',
      title: 'Changer l’apparence',
      paragraphs: [
        'Choisissez un style, puis changez ce que vous voulez\u202f: assombrissement du fond, curseur, éléments à l’écran, sons, etc. L’image à côté des paramètres montre chaque changement. Maintenez la touche C pour voir le style sans vos changements.',
        'Pour ne garder qu’un extrait, indiquez le début et la fin sur la carte du replay, ou utilisez «\u202fCommencer l’extrait ici\u202f» au-dessus de l’image.',
      ],
    },
    {
      id: 'share',
      title: 'Partager une vidéo',
      paragraphs: [
        'Chaque vidéo a sa propre page. «\u202fPartager\u202f» copie son lien\u202f; les messageries affichent la vidéo sous le lien. «\u202fTélécharger la vidéo\u202f» enregistre un fichier MP4 que vous pouvez publier où vous voulez.',
        'L’administrateur de ce serveur décide combien de temps les vidéos sont conservées. Téléchargez celles que vous voulez garder.',
      ],
    },
    {
      id: 'study',
      title: 'Étudier vos replays',
      paragraphs: [
        'Ajoutez de nombreux replays, ou tout un dossier, pour voir comment vous visez et gardez le rythme, quelles erreurs vous faites et comment vous progressez de mois en mois. Ils sont jugés dans ce navigateur\u202f; rien n’est envoyé.',
      ],
      link: { path: '/study', text: 'Ouvrir l’étude' },
    },
  ],
};
