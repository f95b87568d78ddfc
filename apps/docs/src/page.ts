/** One page of the site. */
export interface Page {
  /** Path within the site, without an extension: `connectors/stripe/customers`. */
  readonly path: string;
  readonly title: string;
  /** Whether it uses the space where other pages show their outline. */
  readonly isWide?: true;
  /** Markdown that begins with the heading of the page. */
  readonly text: string;
}
