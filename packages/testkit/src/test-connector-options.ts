import type { KnownDeviation } from '@connectory/api-description';

/** A file with the vendor's own description of its API. */
export interface VendorDescription {
  /** Path of an OpenAPI 3, Swagger 2, Google discovery or GraphQL file. */
  readonly file: string;
  /** True when the file does not list every query parameter the vendor accepts. */
  readonly openQuery?: boolean;
  /** URL of a GraphQL API. */
  readonly endpoint?: string;
}

/** What the suite cannot know about a connector; everything has a default. */
export interface TestConnectorOptions {
  /** Settings of the suite's connection, in addition to `base_url`. Required strings are generated if omitted. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Parameters by `entity.action`, in the place of those the sandbox finds something by. */
  readonly params?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Entities whose sync plan reads only some of the vendor's records on purpose, each with the reason. */
  readonly partialCopies?: Readonly<Record<string, string>>;
  /**
   * The vendor's description: a path, or several files. Requests, declared records and the responses of the simulated vendor are compared
   * with it.
   */
  readonly description?: string | readonly VendorDescription[];
  /** What deviates from the description and is right all the same, each with the reason. */
  readonly deviations?: readonly KnownDeviation[];
}
