/** What a snippet holds of the app at hand. */
export interface SnippetFacts {
  /** The service's address, without a slash at its end. */
  readonly service: string;
  readonly apiKey: string;
  readonly appId: string;
  readonly customerId: string;
}

/** A part of a snippet, to be copied as a whole. */
export interface SnippetPart {
  /** Where it goes: "In a terminal", "first.py". */
  readonly title: string;
  readonly text: string;
}

/** How a kind of program sends its first event. */
export interface Snippet {
  readonly id: string;
  readonly name: string;
  /** Where the guide says more, below `/docs/guide/`. */
  readonly page: string;
  /** The program runs on a phone, for which `localhost` is the phone. */
  readonly isOnPhone?: true;
  /** In the order in which they are used. */
  parts(facts: SnippetFacts): readonly SnippetPart[];
}
