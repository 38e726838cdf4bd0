/** The place of a player that is not there yet: its code or its replay is being loaded. It has the size of the player. */
export const EmptyScreen = ({ text }: { text?: string }) => (
  <div class="player" aria-busy="true">
    <div class="screen placeholder">{text && <p class="placeholder-text">{text}</p>}</div>
    <div class="controls-space" />
  </div>
);
