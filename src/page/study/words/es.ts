import { analysisEs } from '../../replay-analysis/words/es.ts';
import type { StudyWords } from './en.ts';

const plays = (count: number) => (count === 1 ? '1 partida' : `${count.toLocaleString('es')} partidas`);

export const studyEs: StudyWords = {
  page: {
    title: 'Analiza tus replays',
    about:
      'Añade muchos replays para ver cómo apuntan y pulsan sus jugadores y cómo mejoran. Se evalúan en este navegador; no se sube nada. Los mapas vienen del servidor, o añade sus archivos .osz.',
    choose: 'Elegir replays',
    chooseFolder: 'Elegir una carpeta',
    explain: 'Qué significan los números',
    progress: (done, all) => `${done} de ${all} replays`,
    stop: 'Detener',
    nothing: 'No se pudo evaluar ninguno de estos replays.',
    saveHtml: 'Guardar como HTML',
    saveJson: 'Guardar como JSON',
    playOrder: 'Orden',
    playOrders: { cost: 'Error más costoso primero', date: 'Más recientes primero', pp: 'Más pp primero' },
    morePlays: (count) => `Mostrar ${count} más`,
    aboutPlays: 'Elige una partida o su error más costoso para verla aquí.',
    back: 'Volver al informe',
    reasons: {
      'missing-map': 'El servidor no tiene el mapa. Añade su archivo .osz.',
      copy: 'Una copia de otro replay.',
      broken: 'No se puede evaluar.',
    },
  },
  report: {
    language: 'es',
    title: 'Hábitos de los jugadores',
    summary: ({ plays: count, players }) =>
      `${plays(count)} de ${players === 1 ? '1 jugador' : `${players} jugadores`}`,
    plays,
    hits: (hits) => (hits === '1' ? '1 acierto' : `${hits} aciertos`),
    noName: '(sin nombre)',
    players: 'Jugadores',
    player: 'Jugador',
    dates: (first, last) => (first === last ? first : `${first} a ${last}`),
    facts: {
      plays: 'Partidas',
      accuracy: 'Precisión',
      unstableRate: 'Unstable rate',
      missesPer1000: 'Misses por 1000 objetos',
      bestPp: 'Mejor pp',
      meanPp: 'pp medio',
      meanError: 'Error medio',
      month: 'Mes',
    },
    early: (ms) => `${ms} ms antes`,
    late: (ms) => `${ms} ms después`,
    short: (px) => `${px} px corto`,
    beyond: (px) => `${px} px largo`,
    plots: {
      aim: {
        title: 'Puntería por dirección',
        about:
          'Cada anillo es el círculo tras un movimiento en la dirección de su flecha; el del centro es para todos los aciertos. El punto es la posición media del cursor; la elipse, una desviación estándar.',
      },
      spacingAim: {
        title: 'Corto o largo, por distancia',
        about:
          'Dónde está el cursor a lo largo del movimiento: por debajo de cero no ha llegado al centro del círculo. La línea es una desviación estándar a ambos lados.',
      },
      tempo: {
        title: 'Unstable rate por tempo',
        about: 'Los BPM con los que el intervalo antes del acierto es un cuarto de tiempo.',
      },
      spacing: { title: 'Unstable rate por distancia', about: 'La distancia desde el objeto anterior.' },
      course: {
        title: 'Ritmo durante la partida',
        about:
          'El error medio del primer objeto al último, con una desviación estándar a ambos lados. Negativo es antes de tiempo.',
      },
      keys: { title: 'Teclas', about: 'La parte de las pulsaciones y el error medio de los aciertos.' },
      causes: {
        title: 'Causas de los errores',
        about: 'De todos los resultados por debajo del mejor y de todas las roturas de slider.',
      },
      accuracy: {
        title: 'Precisión por mes',
        about: 'La media de todos los objetos. Los meses sin partidas no aparecen.',
      },
      unstableRate: {
        title: 'Unstable rate por mes',
        about: 'La media de las partidas, ponderada por sus aciertos.',
      },
      misses: { title: 'Misses por mes', about: 'Por 1000 objetos.' },
      pp: { title: 'Mejor pp por mes', about: 'Los puntos más altos de una partida.' },
    },
    axes: {
      tempo: 'BPM de notas de 1/4',
      spacing: 'distancia en píxeles de osu!',
      part: 'parte de la partida',
      unstableRate: 'unstable rate',
      along: 'desvío en píxeles de osu!',
      error: 'error en milisegundos',
      month: 'mes',
      accuracy: 'precisión',
      misses: 'misses por 1000',
      pp: 'pp',
    },
    range: (from, to) => `${from} a ${to}`,
    andMore: (from) => `${from} o más`,
    directions: [
      'derecha',
      'abajo a la derecha',
      'abajo',
      'abajo a la izquierda',
      'izquierda',
      'arriba a la izquierda',
      'arriba',
      'arriba a la derecha',
    ],
    allMovements: 'todos',
    spread: (along, across) => `dispersión ${along} px a lo largo, ${across} px a lo ancho`,
    leftKey: 'Tecla izquierda',
    rightKey: 'Tecla derecha',
    causes: {
      timing: 'Pulsado demasiado pronto o tarde',
      aim: 'Pulsado a tiempo, pero fuera del círculo',
      'no-press': 'En el círculo, pero sin pulsar',
      'missed-both': 'Ni en el círculo ni pulsado',
      'note-lock': 'Bloqueado por el objeto anterior',
      'too-early': 'Pulsado antes de la ventana',
      'extra-press': 'La pulsación fue a otro objeto',
      'slider-left': 'Slider abandonado',
      'slider-late-head': 'Slider empezado tarde',
      'spinner-short': 'Pocas vueltas de un spinner',
      unknown: 'Desconocida',
    },
    mistakes: analysisEs.mistakes,
    examples: {
      title: 'Momentos que conviene ver',
      about:
        'El error más costoso de cada causa en hasta tres partidas. Los pp indican cuánto más valdría la partida sin ese único error. Los tiempos son los del mapa.',
      total: (mistakes, pp) =>
        `${mistakes === '1' ? '1 error' : `${mistakes} errores`}${pp === null ? '' : `, cada uno por separado: ${pp} pp en total`}`,
    },
    playList: {
      title: 'Partidas',
      about: 'La partida con el error más costoso está primero.',
      map: 'Mapa',
      date: 'Fecha',
      misses: 'Fallos',
      combo: 'Combo',
      costliest: 'Error más costoso',
      file: 'Archivo',
      failed: 'fallida',
      more: (count) =>
        `${count === 1 ? '1 partida más' : `${count.toLocaleString('es')} partidas más`}: el archivo JSON las contiene todas.`,
    },
    comboBreaks: (breaks) => (breaks === 1 ? '1 rotura de combo' : `${breaks.toLocaleString('es')} roturas de combo`),
    uncertain: 'Pálido: menos de 20 aciertos.',
    withoutTiming: (count) => `Ritmo y teclas sin ${plays(count)} en las que un mod pulsó las teclas.`,
    withoutAim: (count) => `Puntería sin ${plays(count)} en las que un mod movió el cursor.`,
    table: 'Todos los meses en una tabla',
    skipped: (files) => (files === 1 ? '1 archivo omitido' : `${files} archivos omitidos`),
  },
};
