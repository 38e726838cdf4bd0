import type { PlayerHelp } from './help-topic.ts';

export const playerHelpEs: PlayerHelp = {
  failuresTitle: 'Errores frecuentes',
  topics: [
    {
      id: 'map',
      title: 'Falta el mapa',
      paragraphs: [
        'Un replay solo contiene tus movimientos y pulsaciones. El mapa, su canción y su fondo vienen de este servidor, o de ti.',
        'Cuando añades un replay, su tarjeta muestra enseguida si el mapa está aquí. Si no está, añade el archivo .osz del mapa: elígelo en la tarjeta o suéltalo en la página junto con el replay. Debe contener exactamente la dificultad y la versión que se jugó.',
      ],
      steps: [
        'En osu!(stable), abre el mapa en el editor y elige «Archivo», «Exportar paquete». El archivo .osz está en la carpeta «Exports».',
        'En osu!(lazer), abre el mapa en el editor y elige «Archivo», «Exportar», «Por compatibilidad (.osz)».',
        'O vuelve a descargar el mapa desde su página en el sitio web de osu!.',
      ],
    },
    {
      id: 'skins',
      title: 'Usar tu skin',
      paragraphs: [
        'Una skin es un archivo .osk. Añádela en «Skin», en los ajustes, o suéltala en cualquier parte de esta página. El próximo vídeo la tendrá, y otros visitantes también podrán usarla.',
      ],
      steps: [
        'En osu!(stable), abre las opciones, elige la skin y pulsa «Exportar como .osk». El archivo está en la carpeta «Exports».',
        'En osu!(lazer), abre los ajustes, «Skin», y elige «Exportar».',
        'Si la skin es una carpeta: comprime los archivos (no la carpeta) en un ZIP y cambia su extensión a .osk.',
      ],
    },
    {
      id: 'look',
      title: 'Cambiar el aspecto',
      paragraphs: [
        'Elige un estilo y cambia lo que quieras: oscurecimiento del fondo, cursor, elementos en pantalla, sonidos y más. La imagen de al lado muestra cada cambio. Mantén pulsada la tecla C para ver el estilo sin tus cambios.',
        'Para renderizar solo una parte, escribe el inicio y el final en la tarjeta del replay, o usa «Empezar el clip aquí» encima de la imagen.',
      ],
    },
    {
      id: 'share',
      title: 'Compartir un vídeo',
      paragraphs: [
        'Cada vídeo tiene su propia página. «Compartir» copia su enlace; los programas de chat muestran el vídeo debajo del enlace. «Descargar vídeo» guarda un archivo MP4 que puedes subir a cualquier sitio.',
        'El administrador de este servidor decide cuánto tiempo se conservan los vídeos. Descarga los que quieras conservar.',
      ],
    },
    {
      id: 'study',
      title: 'Analizar tus replays',
      paragraphs: [
        'Añade muchos replays, o una carpeta entera, para ver cómo apuntas y lo preciso que es tu timing, qué errores cometes y cómo mejoras de un mes a otro. Se analizan en este navegador; no se sube nada.',
      ],
      link: { path: '/study', text: 'Abrir el análisis' },
    },
  ],
};
