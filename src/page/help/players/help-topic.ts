/** The help for players in one language: topics with paragraphs, or with steps. */
export interface PlayerHelp {
  readonly topics: readonly HelpTopic[];
  readonly failuresTitle: string;
}

export interface HelpTopic {
  /** The anchor, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly steps?: readonly string[];
  /** A page of the service that the topic is about. */
  readonly link?: { readonly path: string; readonly text: string };
}
