/** HTTP methods an upstream route may use. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How nested values and arrays are encoded in a query string or form: `a[]=1`, `a[0]=1`, `a=1&a=2` or `a=1,2`. */
export type ArrayStyle = 'brackets' | 'indices' | 'repeat' | 'comma';

/** How a request body is encoded. */
export type BodyEncoding = 'json' | 'form';

/**
 * One call to the upstream as plain data: no host, no credentials. `path` is already percent-encoded and is appended to the
 * base URL. The engine adds host, credentials, constant headers and the file of an upload; `dry_run` prints the result.
 */
export interface UpstreamRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly arrays: ArrayStyle;
  /** Lower-case names; null removes a constant header of the upstream. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: { readonly encoding: BodyEncoding | 'multipart'; readonly value: Readonly<Record<string, unknown>> };
}
