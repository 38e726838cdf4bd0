/** The place of a player whose code is being loaded. */
export const EmptyScreen = () => <div class="screen placeholder" aria-busy="true" />;
