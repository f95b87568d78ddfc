/** One page of the site. */
export interface Page {
  /** Address below the site, without an ending: `connectors/payments/customers`. */
  readonly path: string;
  readonly title: string;
  /** Whether it takes the room in which other pages show their outline. */
  readonly isWide?: true;
  /** Markdown that begins with the heading of the page. */
  readonly text: string;
}
