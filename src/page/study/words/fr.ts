import { analysisFr } from '../../replay-analysis/words/fr.ts';
import type { StudyWords } from './en.ts';

const plays = (count: number) => (count === 1 ? '1 partie' : `${count.toLocaleString('fr')} parties`);

export const studyFr: StudyWords = {
  page: {
    title: 'Étudier vos replays',
    about:
      'Ajoutez de nombreux replays pour voir comment leurs joueurs visent et frappent, et comment ils progressent. Ils sont jugés dans ce navigateur ; rien n’est envoyé. Les beatmaps viennent du serveur, ou ajoutez leurs fichiers .osz.',
    choose: 'Choisir des replays',
    chooseFolder: 'Choisir un dossier',
    explain: 'Ce que signifient les nombres',
    progress: (done, all) => `${done} replays sur ${all}`,
    stop: 'Arrêter',
    nothing: 'Aucun de ces replays n’a pu être jugé.',
    saveHtml: 'Enregistrer en HTML',
    saveJson: 'Enregistrer en JSON',
    playOrder: 'Ordre',
    playOrders: {
      cost: 'Erreur la plus coûteuse d’abord',
      date: 'Plus récentes d’abord',
      pp: 'Plus de pp d’abord',
    },
    morePlays: (count) => `En afficher ${count} de plus`,
    aboutPlays: 'Choisissez une partie ou son erreur la plus coûteuse pour la regarder ici.',
    back: 'Retour au rapport',
    reasons: {
      'missing-map': 'Le serveur n’a pas la beatmap. Ajoutez son fichier .osz.',
      copy: 'Une copie d’un autre replay.',
      broken: 'Il ne peut pas être jugé.',
    },
  },
  report: {
    language: 'fr',
    title: 'Habitudes des joueurs',
    summary: ({ plays: count, players }) => `${plays(count)} de ${players === 1 ? '1 joueur' : `${players} joueurs`}`,
    plays,
    hits: (hits) => (hits === '1' ? '1 coup' : `${hits} coups`),
    noName: '(sans nom)',
    players: 'Joueurs',
    player: 'Joueur',
    dates: (first, last) => (first === last ? first : `${first} à ${last}`),
    facts: {
      plays: 'Parties',
      accuracy: 'Précision',
      unstableRate: 'Unstable rate',
      missesPer1000: 'Misses pour 1000 objets',
      bestPp: 'Meilleurs pp',
      meanPp: 'pp moyens',
      meanError: 'Erreur moyenne',
      month: 'Mois',
    },
    early: (ms) => `${ms} ms trop tôt`,
    late: (ms) => `${ms} ms trop tard`,
    short: (px) => `${px} px trop court`,
    beyond: (px) => `${px} px trop loin`,
    plots: {
      aim: {
        title: 'Visée par direction',
        about:
          'Chaque anneau est le cercle après un mouvement dans la direction de sa flèche ; celui du milieu vaut pour tous les coups. Le point est la position moyenne du curseur, l’ellipse un écart type.',
      },
      spacingAim: {
        title: 'Trop court ou trop loin, par distance',
        about:
          'Où se trouve le curseur le long du mouvement : sous zéro, il n’a pas atteint le centre du cercle. La ligne est un écart type de chaque côté.',
      },
      tempo: {
        title: 'Unstable rate par tempo',
        about: 'Le BPM pour lequel l’intervalle avant le coup est un quart de temps.',
      },
      spacing: { title: 'Unstable rate par distance', about: 'La distance depuis l’objet précédent.' },
      course: {
        title: 'Rythme au cours de la partie',
        about:
          'L’erreur moyenne du premier objet au dernier, avec un écart type de chaque côté. Une valeur négative est trop tôt.',
      },
      keys: { title: 'Touches', about: 'La part des appuis et l’erreur moyenne des coups.' },
      causes: {
        title: 'Causes des erreurs',
        about: 'De tous les résultats sous le meilleur et de toutes les ruptures de slider.',
      },
      accuracy: {
        title: 'Précision par mois',
        about: 'La moyenne de tous les objets. Les mois sans partie sont absents.',
      },
      unstableRate: {
        title: 'Unstable rate par mois',
        about: 'La moyenne des parties, pondérée par leurs coups.',
      },
      misses: { title: 'Misses par mois', about: 'Pour 1000 objets.' },
      pp: { title: 'Meilleurs pp par mois', about: 'Le plus de points d’une partie.' },
    },
    axes: {
      tempo: 'BPM des notes de 1/4',
      spacing: 'distance en pixels osu!',
      part: 'part de la partie',
      unstableRate: 'unstable rate',
      along: 'écart en pixels osu!',
      error: 'erreur en millisecondes',
      month: 'mois',
      accuracy: 'précision',
      misses: 'misses pour 1000',
      pp: 'pp',
    },
    range: (from, to) => `${from} à ${to}`,
    andMore: (from) => `${from} et plus`,
    directions: ['droite', 'bas droite', 'bas', 'bas gauche', 'gauche', 'haut gauche', 'haut', 'haut droite'],
    allMovements: 'tous les coups',
    spread: (along, across) => `dispersion ${along} px en long, ${across} px en travers`,
    leftKey: 'Touche gauche',
    rightKey: 'Touche droite',
    causes: {
      timing: 'Appui trop tôt ou trop tard',
      aim: 'Appui à temps, mais à côté du cercle',
      'no-press': 'Sur le cercle, mais sans appui',
      'missed-both': 'Ni sur place ni appui',
      'note-lock': 'Bloqué par l’objet précédent',
      'too-early': 'Appui avant la fenêtre',
      'extra-press': 'L’appui a touché un autre objet',
      'slider-left': 'Slider quitté',
      'slider-late-head': 'Slider commencé trop tard',
      'spinner-short': 'Trop peu de tours d’un spinner',
      unknown: 'Inconnue',
    },
    mistakes: analysisFr.mistakes,
    examples: {
      title: 'Moments à revoir',
      about:
        'L’erreur la plus coûteuse de chaque cause dans au plus trois parties. Les pp indiquent combien la partie vaudrait de plus sans cette seule erreur. Les temps sont ceux de la beatmap.',
      total: (mistakes, pp) =>
        `${mistakes === '1' ? '1 erreur' : `${mistakes} erreurs`}${pp === null ? '' : `, chacune seule : ${pp} pp au total`}`,
    },
    playList: {
      title: 'Parties',
      about: 'La partie avec l’erreur la plus coûteuse est en premier.',
      map: 'Beatmap',
      date: 'Date',
      misses: 'Ratés',
      combo: 'Combo',
      costliest: 'Erreur la plus coûteuse',
      file: 'Fichier',
      failed: 'échouée',
      more: (count) =>
        `${count === 1 ? '1 autre partie' : `${count.toLocaleString('fr')} autres parties`} : le fichier JSON les contient toutes.`,
    },
    comboBreaks: (breaks) => (breaks === 1 ? '1 rupture de combo' : `${breaks.toLocaleString('fr')} ruptures de combo`),
    uncertain: 'Pâle : moins de 20 coups.',
    withoutTiming: (count) => `Rythme et touches sans ${plays(count)} où un mod appuyait sur les touches.`,
    withoutAim: (count) => `Visée sans ${plays(count)} où un mod déplaçait le curseur.`,
    table: 'Tous les mois dans un tableau',
    skipped: (files) => (files === 1 ? '1 fichier ignoré' : `${files} fichiers ignorés`),
  },
};
