import { z } from 'zod';
import type { Action, ActionOptions } from './action.ts';
import { refuseParam } from './connector-error.ts';
import { continuedValues } from './continuation.ts';
import type { MetaFields, Paging } from './page.ts';
import { fromBody, page } from './page.ts';
import { withParamTypes } from './param-types.ts';
import { type NoParams, noParams, type ParamsSchema } from './params.ts';
import { parseRoute } from './route.ts';
import type { Selection } from './selection.ts';

type Header<D extends string> = D extends `${infer Head}{${string}` ? Head : D;
type VariableOf<H extends string> = H extends `${string}$${infer Name}:${infer Rest}` ? Name | VariableOf<Rest> : never;

/** The document itself when each variable it declares is one of `Names`, else a sentence that names the wrong one. */
export type DocumentWith<Names, D extends string> = [VariableOf<Header<D>>] extends [Names]
  ? D
  : `document variable $${Exclude<VariableOf<Header<D>>, Names> & string} is not a parameter`;

/** What all actions of a GraphQL upstream share. */
export interface GraphqlApiOptions {
  /** Path of the endpoint below the base URL. */
  readonly path: string;
  /** Parameters that page a Relay-style connection; omitted for a vendor without such connections. */
  readonly cursor?: { readonly param: string; readonly size: string };
  /** Public names of `pageInfo.hasNextPage` and `pageInfo.endCursor`; goes with `cursor`. */
  readonly pageInfo?: { readonly hasNextPage: string; readonly endCursor: string };
}

/** The options of a GraphQL action, in addition to its document. */
export interface GraphqlActionOptions<
  P extends ParamsSchema,
  V extends Readonly<Record<string, string>>,
  S extends ParamsSchema = NoParams,
> extends ActionOptions<P, S> {
  /** The default selection for `...fields` in the document; the `fields` parameter replaces it. */
  readonly fields?: Selection;
  /** Path below `data` of the listed connection; its rows are at `nodes` unless `rows` is set. */
  readonly connection?: string;
  readonly rows?: 'nodes' | 'edges';
  /** Path below `data` of the record, or of a list that is not a Relay connection; such a list is paged by `paging`. */
  readonly at?: string;
  /** Path below `data` that is null if the parent does not exist; by default the connection or `at`. */
  readonly requiredAt?: string;
  /**
   * Variables that differ from the parameter of the same name, as templates over parameters: `refs/heads/{branch}`. A template that is a
   * single place, such as `{issue_number}`, keeps the type of the parameter. A template whose parameter is omitted is not sent.
   */
  readonly variables?: V;
}

/** Declares one GraphQL action; variables take the parameters of the same name. */
export type GraphqlApi = <
  const D extends string,
  P extends ParamsSchema = NoParams,
  V extends Readonly<Record<string, string>> = Record<never, never>,
  S extends ParamsSchema = NoParams,
>(
  document: DocumentWith<keyof NoInfer<P>['shape'] | keyof NoInfer<S>['shape'] | keyof NoInfer<V>, D>,
  options: GraphqlActionOptions<P, V, S>,
) => Action<P, NoInfer<S>>;

/** Returns the function that declares the actions of a GraphQL upstream: one POST route, documents with variables, Relay connections. */
export function graphqlApi(api: GraphqlApiOptions): GraphqlApi {
  const route = parseRoute(`POST ${api.path}`);
  const declare = (
    text: string,
    options: GraphqlActionOptions<ParamsSchema, Readonly<Record<string, string>>, ParamsSchema>,
  ): Action => {
    const {
      fields,
      connection,
      rows = 'nodes',
      at,
      requiredAt,
      variables = {},
      params = noParams,
      paging = connection === undefined ? null : relayPaging(api, connection),
      ...rest
    } = options;
    if (connection === undefined && at === undefined) throw new TypeError(`graphqlApi: connection or at for ${text}`);
    const document = text.replace(/\s+/g, ' ').trim();
    const names = [...(document.split('{', 1)[0] as string).matchAll(/\$([_0-9A-Za-z]+)\s*:/g)].map(
      (match) => match[1] as string,
    );
    const listed = connection === undefined ? `data.${at}` : `data.${connection}.${rows}`;
    return Object.freeze({
      recordsAt: listed,
      recordAt: `data.${at}`,
      requiredAt: `data.${requiredAt ?? connection ?? at}`,
      ...rest,
      paging: withParamTypes(paging, params),
      meta: { ...(connection !== undefined && relayMeta(api, connection)), ...rest.meta },
      params: params.strict(),
      routes: [route],
      document: withFields(document, fields?.text),
      ...(fields !== undefined && Object.hasOwn(params.shape, 'fields') && { selection: fields.fields }),
      request: (given: Readonly<Record<string, unknown>>) => {
        const values = continuedValues(paging, [], given);
        const all: Record<string, unknown> = { ...values };
        for (const [name, template] of Object.entries(variables)) all[name] = fillTemplate(template, values);
        const chosen =
          Array.isArray(values.fields) && fields !== undefined ? chooseFields(fields, values.fields) : fields?.text;
        return {
          method: 'POST' as const,
          path: route.path,
          arrays: 'repeat' as const,
          body: {
            encoding: 'json' as const,
            value: {
              query: withFields(document, chosen),
              variables: Object.fromEntries(
                names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]),
              ),
            },
          },
        };
      },
    });
  };
  return declare as GraphqlApi;
}

function fillTemplate(template: string, values: Readonly<Record<string, unknown>>): unknown {
  const whole = /^\{([^{}]+)\}$/.exec(template);
  if (whole) return values[whole[1] as string];
  let complete = true;
  const filled = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    complete &&= values[name] !== undefined;
    return String(values[name]);
  });
  return complete ? filled : undefined;
}

const withFields = (document: string, fields: string | undefined) =>
  fields === undefined ? document : document.replace('...fields', () => fields);

function chooseFields(fields: Selection, paths: readonly string[]): string {
  const chosen = fields.choose(paths);
  if (chosen !== undefined && chosen !== '') return chosen;
  const message =
    'fields must be up to 500 dotted paths of field names, such as "author.login" or "target<Commit>.oid"';
  throw refuseParam('fields', message, 'invalid_field_path');
}

function relayPaging({ cursor }: GraphqlApiOptions, connection: string): Paging {
  if (cursor === undefined) throw new TypeError(`graphqlApi: cursor is needed to page the connection ${connection}`);
  const info = `data.${connection}.pageInfo`;
  return page.cursor({ ...cursor, next: `${info}.endCursor`, more: `${info}.hasNextPage`, end: null });
}

function relayMeta({ pageInfo }: GraphqlApiOptions, connection: string): MetaFields {
  if (pageInfo === undefined) throw new TypeError(`graphqlApi: pageInfo is needed for the connection ${connection}`);
  const info = `data.${connection}.pageInfo`;
  return {
    [pageInfo.hasNextPage]: fromBody(`${info}.hasNextPage`, z.boolean()),
    [pageInfo.endCursor]: fromBody(`${info}.endCursor`, z.string().nullable()),
  };
}
