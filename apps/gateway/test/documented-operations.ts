import type { RawValue } from '@connectory/connector-sdk';

/** A query parameter that accepts a string. */
interface QueryParameter {
  readonly name: string;
  readonly isRequired: boolean;
}

/** An operation of an OpenAPI document, reduced to what sending it requires. */
export interface DocumentedOperation {
  readonly method: string;
  /** Contains `{placeholders}`. */
  readonly path: string;
  /** Whether it requires no token. */
  readonly isOpen: boolean;
  readonly query: readonly QueryParameter[];
  /** The documented bodies; a single undefined one for an operation without a body. */
  readonly bodies: readonly RawValue[];
}

/** Values for a placeholder, by the preceding segment and its name: `tokens/{id}`. */
export type PlaceholderValues = Readonly<Record<string, readonly string[]>>;

/** One request of an operation. */
export interface DocumentedRequest {
  readonly operation: DocumentedOperation;
  /** Path with query. */
  readonly path: string;
  readonly body: RawValue;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Returns every operation of a document. Throws an `Error` for one with a body but no example of it. */
export function operationsOf(document: RawValue): readonly DocumentedOperation[] {
  const resolved = (value: RawValue): RawValue =>
    typeof value?.$ref === 'string'
      ? resolved(
          value.$ref
            .slice(2)
            .split('/')
            .reduce((at: RawValue, name: string) => at[name], document),
        )
      : value;
  return Object.entries<RawValue>(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method): DocumentedOperation => {
        const operation = item[method];
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolved);
        return {
          method: method.toUpperCase(),
          path,
          isOpen: (operation.security ?? document.security)?.length === 0,
          query: parameters
            .filter((one: RawValue) => one.in === 'query' && resolved(one.schema).type === 'string')
            .map(({ name, required }: RawValue) => ({ name, isRequired: required === true })),
          bodies: bodiesOf(`${method} ${path}`, operation.requestBody && resolved(operation.requestBody)),
        };
      }),
  );
}

function bodiesOf(name: string, requestBody: RawValue): readonly RawValue[] {
  // A form with a file is tested where files are uploaded.
  if (requestBody === undefined || requestBody.content['application/json'] === undefined) return [undefined];
  const { example, examples } = requestBody.content['application/json'];
  const bodies = example === undefined ? Object.values<RawValue>(examples ?? {}).map(({ value }) => value) : [example];
  if (bodies.length === 0) throw new Error(`The document has no example of a body of ${name}.`);
  return bodies;
}

/**
 * Returns requests of an operation: each body with each combination of path values, and with each of `texts` as each of its query
 * parameters. Throws an `Error` for a placeholder without values.
 */
export function requestsOf(
  operation: DocumentedOperation,
  values: PlaceholderValues,
  texts: readonly string[],
): readonly DocumentedRequest[] {
  const { query, bodies } = operation;
  const required = query.filter(({ isRequired }) => isRequired).map(({ name }) => `${name}=${encoded(texts[0])}`);
  const queries = [
    required.join('&'),
    ...query.flatMap(({ name }) => texts.map((text) => [...required, `${name}=${encoded(text)}`].join('&'))),
  ];
  return pathsOf(operation, values).flatMap((path) =>
    queries.flatMap((text) =>
      bodies.map((body) => ({ operation, path: text === '' ? path : `${path}?${text}`, body })),
    ),
  );
}

const encoded = (text = '') => encodeURIComponent(text);

function pathsOf({ path }: DocumentedOperation, values: PlaceholderValues): readonly string[] {
  const segments = path.split('/');
  return segments.reduce<readonly string[]>(
    (paths, segment, at) => {
      const placeholder = /\{\w+\}/.exec(segment)?.[0];
      if (placeholder === undefined) return paths.map((begun) => (at === 0 ? segment : `${begun}/${segment}`));
      const name = `${segments[at - 1]}/${placeholder}`;
      const known = values[name];
      if (known === undefined) throw new Error(`Say what stands for ${name} in ${path}, so that it can be sent.`);
      return paths.flatMap((begun) => known.map((text) => `${begun}/${segment.replace(placeholder, encoded(text))}`));
    },
    [''],
  );
}
