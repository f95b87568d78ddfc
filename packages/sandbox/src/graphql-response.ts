import { type Connector, valueAt } from '@connectory/connector-sdk';
import { directActions, resultKind } from '@connectory/connector-sdk/engine';
import { GraphQLError, parse, type SelectionSetNode } from 'graphql';
import { pathPattern } from './base-paths.ts';
import { inferredParams, listRecords, simulatedValues } from './criteria.ts';
import { findParents, graphqlBelow, graphqlCriteria, graphqlValues, type Parents } from './graphql-criteria.ts';
import {
  fieldsOf,
  type GraphqlMatch,
  type GraphqlQuery,
  keyOf,
  matchQuery,
  operationOf,
  project,
  projectField,
  type SelectedField,
  type Skeleton,
  skeletonOf,
} from './graphql-query.ts';
import type { IncomingCall } from './incoming-call.ts';
import { isObject, type JsonObject } from './json.ts';
import { createRecord, deleteRecord, findRecord, type Operation, resultOf, updateRecord } from './operation.ts';
import { cutPage, type ListPage, listFields } from './pages.ts';
import { boundCriteria } from './parentage.ts';
import { rowOf } from './record-row.ts';
import { type Failure, graphqlFailureBody, jsonReply, type Reply, RequestError } from './replies.ts';
import type { ResponseContext } from './rest-response.ts';
import { allEntities, type SimulatedVendor } from './simulated-vendor.ts';

/** A GraphQL call: the recognized action, or the errors if there is none. */
export type ResolvedQuery =
  | { readonly query: GraphqlQuery; readonly matches: readonly GraphqlMatch[] }
  | { readonly message: string };

/** The GraphQL side of one connector: responds to the queries of its actions and to similar ones. */
export class GraphqlResponses {
  readonly skeletons: readonly Skeleton[];
  readonly #connector: Connector;
  readonly #path: RegExp;

  /**
   * Parses the documents of all GraphQL actions; `basePath` is the pattern of the prefix of every path. Throws a `TypeError` for a document
   * that does not lead to its records.
   */
  constructor(vendor: SimulatedVendor, basePath: string) {
    this.#connector = vendor.connector;
    const paths = new Set<string>();
    this.skeletons = allEntities(vendor).flatMap((entity) =>
      directActions.flatMap((name) => {
        const action = entity.actions[name];
        if (action?.document === undefined) return [];
        for (const route of action.routes) paths.add(pathPattern(route.path));
        return [skeletonOf(entity, name, action, action.document)];
      }),
    );
    this.#path = new RegExp(`^${basePath}(?:${[...paths].join('|') || '$.'})$`);
  }

  /** True for the path of a GraphQL endpoint. */
  serves(method: string, path: string): boolean {
    return method === 'POST' && this.#path.test(path);
  }

  /** Parses a query and finds the actions it may mean, the best first. Throws a `RequestError` for a body that is no query. */
  resolve({ body }: IncomingCall): ResolvedQuery {
    if (body.kind !== 'json') {
      const reason = body.kind === 'broken' ? body.reason : 'The body must be sent as application/json.';
      throw new RequestError(400, 'upstream_rejected', reason);
    }
    const { query: text, variables, operationName } = body.value;
    try {
      const document = parse(String(text ?? ''), { maxTokens: 20_000 });
      const operation = operationOf(document, typeof operationName === 'string' ? operationName : undefined);
      if (operation === undefined)
        return { message: 'The document must have one operation, or operationName must name one.' };
      const query = { document, operation, variables: isObject(variables) ? variables : {} };
      const matches = matchQuery(query, this.skeletons);
      return matches.length > 0 ? { query, matches } : { message: 'The sandbox knows no action that asks this.' };
    } catch (error) {
      if (error instanceof GraphQLError) return { message: error.message };
      if (error instanceof RangeError) return { message: 'The document is nested too deeply.' };
      throw error;
    }
  }

  /** Responds to a query; rejected ones get `errors` in a 200. */
  response(resolved: ResolvedQuery, context: ResponseContext, requestId: string): Reply {
    const rules = this.#connector.upstream.failure;
    if ('message' in resolved) {
      return jsonReply(
        200,
        graphqlFailureBody(rules, { error: 'upstream_rejected', message: resolved.message, requestId }, null, []),
      );
    }
    let refusal: Reply | undefined;
    for (const match of resolved.matches) {
      const parents = findParents(match, this.skeletons, context.world);
      const shown = new Response(resolved.query, match, parents);
      if (parents.missing !== undefined) {
        const { depth, message } = parents.missing;
        // A list of records by id that has none is not a failure but empty.
        if (match.skeleton.steps[depth]?.isFirst === true) return jsonReply(200, { data: shown.dataWithout(depth) });
        refusal ??= this.#refuse({ error: 'record_not_found', message, requestId }, shown, depth);
        continue;
      }
      try {
        return jsonReply(200, { data: shown.data(run(match, parents, context)) });
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        refusal ??= this.#refuse(
          { error: error.error, message: error.message, requestId },
          shown,
          match.fields.length - 1,
        );
      }
    }
    if (refusal === undefined) throw new TypeError('a resolved query has at least one match');
    return refusal;
  }

  #refuse(failure: Failure, shown: Response, depth: number): Reply {
    const rules = this.#connector.upstream.failure;
    return jsonReply(200, graphqlFailureBody(rules, failure, shown.dataUntil(depth), shown.path(depth)));
  }
}

/** What an action found: a page of rows, or one row. */
type Found = { readonly page: ListPage; readonly rows: readonly unknown[] } | { readonly row: unknown };

function run(match: GraphqlMatch, parents: Parents, { world, clock, pageSize, responded }: ResponseContext): Found {
  const { entity, name, action, isFirstOfList } = match.skeleton;
  const { params } = match;
  const collection = world.collectionOf(entity.name);
  const guessed = [...graphqlCriteria(match, parents), ...graphqlBelow(match, parents, collection)];
  const criteria = guessed.some(({ below }) => below !== undefined)
    ? guessed
    : [...guessed, ...boundCriteria(world, entity, name, action, params)];
  const values = graphqlValues(match);
  const operation: Operation = {
    entity,
    name,
    action,
    collection,
    params,
    criteria,
    values,
    simulatedValues: simulatedValues(action, params),
    parent: undefined,
    file: undefined,
    verb: undefined,
  };
  const rowFor = (record: JsonObject) => rowOf(action, resultOf(operation, record), params);
  if (resultKind(name) === 'records') {
    const page = cutPage(
      listRecords(collection, criteria, { ...inferredParams(action, params), ...match.order }),
      action,
      params,
      pageSize,
    );
    return { page, rows: page.records.map(rowFor) };
  }
  try {
    if (name === 'create') return { row: responded(operation, rowFor(createRecord(operation, clock))) };
    if (name === 'update') return { row: rowFor(updateRecord(operation, clock)) };
    if (name === 'delete') return { row: rowFor(deleteRecord(operation)) };
    return { row: rowFor(findRecord(collection, criteria, entity)) };
  } catch (error) {
    if (isFirstOfList && error instanceof RequestError) return { row: undefined };
    throw error;
  }
}

/** Builds the `data` of a response from the fields of the query. */
class Response {
  readonly #query: GraphqlQuery;
  readonly #match: GraphqlMatch;
  readonly #parents: Parents;

  constructor(query: GraphqlQuery, match: GraphqlMatch, parents: Parents) {
    this.#query = query;
    this.#match = match;
    this.#parents = parents;
  }

  data(found: Found): JsonObject {
    return this.#fill(this.#query.operation.selectionSet, 0, found);
  }

  /** The data of a failed query: null at the field of that depth. */
  dataUntil(depth: number): JsonObject {
    let data: JsonObject | null = null;
    for (const key of this.path(depth).toReversed()) data = { [key]: data };
    return data ?? {};
  }

  /** The data of a query whose record at that depth is not in the list it was looked up in. */
  dataWithout(depth: number): JsonObject {
    let data: unknown = [];
    for (const key of this.path(depth).toReversed()) data = { [key]: data };
    return data as JsonObject;
  }

  /** The names in the response that lead to the field of that depth. */
  path(depth: number): string[] {
    return this.#match.fields.slice(0, depth + 1).map(keyOf);
  }

  #fill(selections: SelectionSetNode, depth: number, found: Found): JsonObject {
    const wanted = this.#match.fields[depth];
    const filled: JsonObject = {};
    for (const selected of fieldsOf(selections, this.#query.document)) {
      const key = keyOf(selected.field);
      if (selected.field !== wanted) filled[key] ??= this.#extra(selected, depth, found);
      else if (depth === this.#match.fields.length - 1) filled[key] = this.#records(selected, found);
      else if (wanted.selectionSet !== undefined) {
        const inner = this.#fill(wanted.selectionSet, depth + 1, found);
        filled[key] = this.#match.skeleton.steps[depth]?.isFirst === true ? [inner] : inner;
      }
    }
    return filled;
  }

  #records({ field }: SelectedField, found: Found): unknown {
    const { document } = this.#query;
    if ('row' in found) {
      const { isFirstOfList } = this.#match.skeleton;
      if (isFirstOfList && found.row === undefined) return [];
      const projected = project(found.row, field.selectionSet, document);
      return isFirstOfList ? [projected] : projected;
    }
    const isWrapped = field.name.value !== this.#match.skeleton.steps.at(-1)?.name;
    const rows = isWrapped ? found.rows.map((node) => ({ node, cursor: null })) : found.rows;
    return project(rows, field.selectionSet, document);
  }

  // What a query requests in addition to its records: the count and paging of a connection, or fields of a parent.
  #extra(selected: SelectedField, depth: number, found: Found): unknown {
    const { document } = this.#query;
    const name = selected.field.name.value;
    if (depth === this.#match.fields.length - 1 && 'page' in found) {
      const { page, rows } = found;
      if (name === 'pageInfo') return project(pageInfo(page), selected.field.selectionSet, document);
      if (/count$/i.test(name)) return page.total;
      if (name === 'nodes' || name === 'edges') {
        const items = name === 'nodes' ? rows : rows.map((node) => ({ node }));
        return project(items, selected.field.selectionSet, document);
      }
    }
    const paged = 'page' in found ? this.#pagingAt(depth, keyOf(selected.field), found.page) : undefined;
    if (paged !== undefined) return project(paged, selected.field.selectionSet, document);
    return projectField(this.#parents.records[depth - 1] ?? {}, selected, document);
  }

  // What the action reads at this path of the response to get to the next page.
  #pagingAt(depth: number, key: string, page: ListPage): unknown {
    const { action, steps } = this.#match.skeleton;
    const above = steps.slice(0, depth).flatMap((step) => (step.isFirst ? [step.key, '0'] : [step.key]));
    return valueAt(
      listFields(action, page, () => null),
      ['data', ...above, key].join('.'),
    );
  }
}

function pageInfo(page: ListPage): JsonObject {
  return {
    hasNextPage: page.hasMore,
    endCursor: page.next,
    hasPreviousPage: page.start > 0,
    startCursor: page.previous,
  };
}
