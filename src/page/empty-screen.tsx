/** The place of a player whose code is being loaded. It has the size of the player. */
export const EmptyScreen = () => (
  <div class="player" aria-busy="true">
    <div class="screen placeholder" />
    <div class="controls-space" />
  </div>
);
