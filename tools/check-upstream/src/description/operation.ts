/** One declared parameter of an operation. */
export interface Parameter {
  readonly name: string;
  /** Where it travels; cookies are not looked at. */
  readonly place: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: unknown;
  /** OpenAPI's style: `form`, `deepObject`, `pipeDelimited`, `spaceDelimited`; undefined when the vendor wrote none. */
  readonly style?: string;
  /** Whether arrays repeat the name; undefined when the vendor wrote nothing. */
  readonly explode?: boolean;
  /** True when the value is JSON text. */
  readonly json: boolean;
  readonly deprecated: boolean;
}

/** One declared media type of a request body. */
export interface BodyContent {
  readonly mediaType: string;
  /** Undefined if the vendor provides no schema. */
  readonly schema: unknown;
}

/** The declared body of an operation. */
export interface OperationBody {
  /** Undefined when the vendor wrote nothing, which OpenAPI reads as optional. */
  readonly required?: boolean;
  readonly contents: readonly BodyContent[];
}

/** The body of a successful response: its schema, or none. */
export type OperationAnswer = { readonly schema: unknown } | 'nothing';

/** One method on one path template. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: OperationBody;
  /** The successful response; undefined if it is not described. */
  readonly answer?: OperationAnswer;
  /** Server URLs of this operation; empty when the description names none. */
  readonly servers: readonly string[];
  /** True when query names beyond the declared ones are no deviation. */
  readonly openQuery: boolean;
  readonly deprecated: boolean;
}

/** A description of an HTTP API in one form, independent of the file format. */
export interface HttpApi {
  readonly operations: readonly Operation[];
  /** Query names every operation takes, such as an API key. */
  readonly commonQuery: readonly string[];
  /** Lower-case names of headers that carry credentials. */
  readonly credentialHeaders: readonly string[];
  readonly resolve: (reference: string) => unknown;
  readonly notes: readonly string[];
}
