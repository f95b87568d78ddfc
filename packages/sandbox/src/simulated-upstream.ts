import { type Connector, type EventRequest, valueAt } from '@connectory/connector-sdk';
import {
  type Authentication,
  type DirectActionName,
  idempotencyPathOf,
  isRead,
  type LimitRules,
} from '@connectory/connector-sdk/engine';
import { basePathPattern, pathOfUrl, pathPattern } from './base-paths.ts';
import type { Behavior, MatchedCall } from './behaviors.ts';
import type { RecordChange } from './collection.ts';
import { accountResponse, type ConsentCall, Consents } from './consent.ts';
import { CredentialGuard, type OAuthClient } from './credentials.ts';
import { EventSender } from './event-sender.ts';
import { exampleParams } from './examples.ts';
import { FileStore } from './file-store.ts';
import { GraphqlResponses, type ResolvedQuery } from './graphql-response.ts';
import type { IncomingCall, MeantAction } from './incoming-call.ts';
import { isObject, type JsonObject, setAt } from './json.ts';
import { rowOf } from './record-row.ts';
import { RecordWorld } from './record-world.ts';
import {
  failsWithin200,
  failureBody,
  IdempotentReplies,
  jsonReply,
  type Reply,
  RequestError,
  successBody,
} from './replies.ts';
import { type ResolvedCall, type ResponseContext, resolveRest, responseRest } from './rest-response.ts';
import { RestRoutes } from './rest-routes.ts';
import type { SimulatedEntity, SimulatedVendor } from './simulated-vendor.ts';
import { Clock, timeOf } from './times.ts';
import { responseToken, takesGrant } from './token-endpoint.ts';
import { hasNext, isUnruly, type ListReply, rowsOf, type UnrulyName, unruly } from './unruly.ts';
import { UploadTargets } from './uploads.ts';

/** What a call turned out to mean, before anything is done. */
type Meaning =
  | { readonly kind: 'rest'; readonly resolved: ResolvedCall }
  | { readonly kind: 'graphql'; readonly resolved: ResolvedQuery }
  | { readonly kind: 'token' | 'account' | 'received'; readonly response: () => Reply }
  | { readonly kind: 'consent'; readonly call: ConsentCall }
  | { readonly kind: 'file' | 'unknown' };

const tooMany = new RequestError(429, 'upstream_rate_limited', 'Too many requests.');
const broken = new RequestError(500, 'upstream_unavailable', 'Something went wrong.');
const undecodable = new RequestError(400, 'upstream_rejected', 'The path cannot be decoded.');
const unpermitted = new RequestError(403, 'credential_rejected', 'The credential lacks a permission for this.');
const expired = new RequestError(401, 'credential_rejected', 'The access token has expired.');

const budget = 100_000;
const windowMilliseconds = 60_000;

/** What a simulation chooses: the records, their number for each entity, and the records of a page when a call does not say. */
interface SimulationOptions {
  readonly seed: number;
  readonly recordsPerEntity: number;
  readonly pageSize: number;
}

/** One vendor's API, simulated from a connector's declarations: authentication, routes, records with state, failures. */
export class SimulatedUpstream {
  readonly connector: Connector;
  readonly #vendor: SimulatedVendor;
  readonly guard: CredentialGuard;
  readonly events: EventSender;
  readonly #rest: RestRoutes;
  readonly #graphql: GraphqlResponses;
  readonly #context: ResponseContext;
  readonly #idempotent = new IdempotentReplies();
  readonly #tokenPaths: readonly { readonly path: RegExp; readonly client: OAuthClient }[];
  readonly #consents: Consents;
  #responded = 0;
  #window = { start: 0, used: 0 };

  constructor(vendor: SimulatedVendor, { seed, recordsPerEntity, pageSize }: SimulationOptions) {
    const { connector } = vendor;
    this.#vendor = vendor;
    this.connector = connector;
    this.guard = new CredentialGuard(connector);
    const basePath = basePathPattern(connector);
    this.#rest = new RestRoutes(vendor, basePath);
    this.#graphql = new GraphqlResponses(vendor, basePath);
    const world = new RecordWorld(vendor, seed, recordsPerEntity);
    this.events = new EventSender(vendor, world);
    this.#context = {
      world,
      clock: new Clock(),
      pageSize,
      uploads: new UploadTargets(vendor, basePath),
      files: new FileStore(world, `${seed}/${vendor.seed}`),
      succeeding: (body) => successBody(connector.upstream.failure, body),
      responded: ({ entity, name, params }, row) =>
        entity === vendor.webhooks && isObject(row) ? this.events.responded(name, params, row) : row,
    };
    this.#consents = new Consents(connector, this.guard.clients());
    const clients = this.guard.clients();
    const [first] = clients;
    const typical = first === undefined ? [] : [{ path: /^\/oauth\/token$/, client: first }];
    const declared = clients.map((client) => ({ path: tokenPath(client.authentication), client }));
    this.#tokenPaths = [...typical, ...declared];
  }

  /** Required parameters with which an action finds something. Throws a `RangeError` for an entity or action there is not. */
  example(entity: string, action: DirectActionName): JsonObject {
    const found = this.#entity(entity);
    const source = { world: this.#context.world, routes: this.#rest, skeletons: this.#graphql.skeletons };
    return exampleParams(source, found, action);
  }

  /** The records an entity has now. Throws a `RangeError` for an entity there is not. */
  recordsOf(entity: string): readonly JsonObject[] {
    return this.#context.world.collectionOf(this.#entity(entity).name).records();
  }

  /** Takes one of the records of an entity away; false when it is not there. */
  remove(entity: string, record: JsonObject): boolean {
    const collection = this.#context.world.collectionOf(this.#entity(entity).name);
    if (!collection.records().includes(record)) return false;
    collection.remove(record);
    return true;
  }

  /** Puts a new record of an entity in. */
  add(entity: string): JsonObject {
    const collection = this.#context.world.collectionOf(this.#entity(entity).name);
    const record = this.#context.clock.stamp(collection.draft(), collection.maker.shape, true);
    collection.insert(record);
    return record;
  }

  /** Sets a time of a record in the field's format; undefined if there is no such record, or no time at that path. */
  touch(entity: string, record: JsonObject, path: string, milliseconds: number): JsonObject | undefined {
    const collection = this.#context.world.collectionOf(this.#entity(entity).name);
    const time = timeOf(valueAt(record, path));
    if (time === undefined || !collection.records().includes(record)) return undefined;
    const changed = structuredClone(record);
    setAt(changed, path, time.write(milliseconds));
    collection.replace(record, changed);
    return changed;
  }

  /** The row the vendor sends for a record of an action. Throws a `RangeError` for an entity or action there is not. */
  rowOf(entity: string, name: DirectActionName, record: JsonObject, params: JsonObject): unknown {
    const action = this.#entity(entity).actions[name];
    if (action === undefined) throw new RangeError(`${entity} has no action ${name}`);
    return rowOf(action, record, params);
  }

  /** The signed event of a change of a record; undefined where the vendor sends none. */
  eventOf(entity: string, kind: RecordChange['kind'], record: JsonObject, url: string): EventRequest | undefined {
    const collection = this.#context.world.collectionOf(this.#entity(entity).name);
    const event = this.events.eventOf({ collection, kind, record });
    return event && this.events.request(url, event);
  }

  #entity(name: string): SimulatedEntity {
    const found = this.#vendor.entities.find((entity) => entity.name === name);
    if (found === undefined) throw new RangeError(`${this.connector.id} has no entity ${name}`);
    return found;
  }

  /** True for the path of a token endpoint: that of the vendor, or `/oauth/token`. */
  isTokenPath(path: string): boolean {
    return this.#clientsAt(path).length > 0;
  }

  #clientsAt(path: string): readonly OAuthClient[] {
    return this.#tokenPaths.filter((one) => one.path.test(path)).map(({ client }) => client);
  }

  /** Handles a call. Calls `takeBehavior` once, when the action is known; its behavior is returned with the response. */
  response(
    call: IncomingCall,
    takeBehavior: (matched: MatchedCall, meant: MeantAction | undefined) => Behavior | undefined,
  ): { reply: Reply; behavior: Behavior | undefined } {
    this.#responded++;
    const meaning = this.#meaning(call);
    const meant = meantBy(meaning);
    const names = meant && { entity: meant.entity, action: meant.action };
    const behavior = takeBehavior({ method: call.method, path: call.path, ...names }, meant);
    const reply = this.#responseMeaning(meaning, call, behavior);
    return { reply: { ...reply, headers: { ...this.#commonHeaders(behavior), ...reply.headers } }, behavior };
  }

  #meaning(call: IncomingCall): Meaning | RequestError {
    try {
      const clients = call.method === 'POST' ? this.#clientsAt(call.path) : [];
      // Several authentication methods may share a token endpoint.
      const client = clients.find((one) => takesGrant(call, one)) ?? clients[0];
      if (client !== undefined) {
        return { kind: 'token', response: () => responseToken(call, client, this.connector.upstream.failure) };
      }
      const consent = this.#consents.find(call);
      if (consent !== undefined) return { kind: 'consent', call: consent };
      if (this.#graphql.serves(call.method, call.path)) {
        return { kind: 'graphql', resolved: this.#graphql.resolve(call) };
      }
      const account = accountResponse(this.connector, call);
      if (account !== undefined) return { kind: 'account', response: () => account };
      const { uploads } = this.#context;
      const target = uploads.begin(call);
      if (target !== undefined)
        return { kind: 'account', response: () => jsonReply(200, this.#context.succeeding(target)) };
      if (uploads.isFile(call)) return { kind: 'received', response: () => this.#receive(call) };
      const resolved = resolveRest(this.#rest.find(call.method, call.path), call);
      if (resolved !== undefined) return { kind: 'rest', resolved };
      const accounts = this.#consents.findAccounts(call);
      if (accounts !== undefined) return { kind: 'consent', call: accounts };
      return { kind: call.method === 'GET' && call.path.startsWith('/files/') ? 'file' : 'unknown' };
    } catch (error) {
      if (error instanceof RequestError) return error;
      if (error instanceof URIError) return undecodable;
      throw error;
    }
  }

  #responseMeaning(meaning: Meaning | RequestError, call: IncomingCall, behavior: Behavior | undefined): Reply {
    if (behavior?.kind === 'rate-limited') {
      return this.#refuse(tooMany, { 'retry-after': String(behavior.retryAfterSeconds ?? 1) });
    }
    if (behavior?.kind === 'failing-before') return this.#refuse(broken);
    const isOpen =
      !(meaning instanceof RequestError) && ['token', 'consent', 'file', 'received'].includes(meaning.kind);
    const check = isOpen ? undefined : this.guard.check(call.headers);
    if (check?.accepted === false) return this.#refuse(new RequestError(401, 'credential_rejected', check.message));
    if (behavior?.kind === 'expired-token') {
      check?.expire();
      return this.#refuse(expired);
    }
    if (behavior?.kind === 'missing-permission') return this.#refuse(unpermitted);
    if (behavior?.kind === 'token-delayed' && !(meaning instanceof RequestError) && meaning.kind === 'token') {
      return jsonReply(403, { error: 'temporarily_unavailable' });
    }
    if (behavior !== undefined && isUnruly(behavior.kind)) return this.#behave(behavior.kind, meaning, call);
    const isDenied =
      behavior?.kind === 'access-denied' && !(meaning instanceof RequestError) && meaning.kind === 'consent';
    const reply = isDenied ? meaning.call.deny() : this.#carryOut(meaning, call);
    return behavior?.kind === 'failing-after' ? this.#refuse(broken) : reply;
  }

  #behave(name: UnrulyName, meaning: Meaning | RequestError, call: IncomingCall): Reply {
    const asked = name === 'repeated-page' ? firstPageOf(meaning) : meaning;
    const reply = this.#carryOut(asked, call);
    const found = actionMeant(meaning);
    if (found === undefined || reply.status !== 200 || typeof reply.body !== 'string') return reply;
    const list = { action: found.action, params: found.params, reply };
    if (name === 'record-removed') this.#removeFirst(found.entity, list);
    return unruly(name, list);
  }

  #removeFirst(entity: SimulatedEntity, list: ListReply): void {
    const { action, params } = list;
    if (params[action.paging?.param ?? ''] !== undefined || !hasNext(list)) return;
    const [row] = rowsOf(list);
    const collection = this.#context.world.collectionOf(entity.name);
    const wanted = JSON.stringify(row);
    const record = collection.records().find((one) => JSON.stringify(rowOf(action, one, params)) === wanted);
    if (record !== undefined) collection.remove(record);
  }

  #carryOut(meaning: Meaning | RequestError, call: IncomingCall): Reply {
    try {
      if (meaning instanceof RequestError) throw meaning;
      const key = this.#idempotencyKey(meaning, call);
      if (key === undefined) return this.#perform(meaning, call);
      const request = `${call.method} ${call.path}${call.search} ${JSON.stringify(call.body)}`;
      const stored = this.#idempotent.find(key, request);
      if (stored !== undefined) return stored;
      const reply = this.#perform(meaning, call);
      this.#idempotent.store(key, request, reply);
      return reply;
    } catch (error) {
      if (error instanceof RequestError) return this.#refuse(error);
      if (error instanceof URIError) return this.#refuse(undecodable);
      throw error;
    }
  }

  #receive(call: IncomingCall): Reply {
    this.#context.uploads.receive(call);
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: `OK - ${call.file.bytes.length}` };
  }

  #idempotencyKey(meaning: Meaning, { method, headers, body }: IncomingCall): string | undefined {
    const routed = meaning.kind === 'rest' ? meaning.resolved.routed : undefined;
    if (routed !== undefined && isRead(routed.name)) return undefined;
    const path = idempotencyPathOf(routed?.action ?? {}, this.connector.upstream);
    if (path === undefined) return undefined;
    const inBody = 'field' in path && body.kind === 'json' ? body.value[path.field] : undefined;
    const inHeader = 'header' in path && method !== 'GET' ? headers[path.header.toLowerCase()] : undefined;
    const value = inBody ?? inHeader;
    return typeof value === 'string' ? value : undefined;
  }

  #perform(meaning: Meaning, call: IncomingCall): Reply {
    switch (meaning.kind) {
      case 'token':
      case 'account':
      case 'received':
        return meaning.response();
      case 'consent':
        return meaning.call.response();
      case 'file':
        return this.#context.files.responsePath(call);
      case 'graphql':
        return this.#graphql.response(meaning.resolved, this.#context, this.#requestId);
      case 'rest':
        return responseRest(meaning.resolved, call, this.#context);
      case 'unknown':
        throw new RequestError(
          404,
          'upstream_rejected',
          `There is nothing at ${call.method} ${call.path.slice(0, 200)}.`,
        );
    }
  }

  #refuse(failure: RequestError, headers: Readonly<Record<string, string>> = {}): Reply {
    const { status, error: problem, message, entity } = failure;
    const rules = this.connector.upstream.failure;
    const sent = failsWithin200(rules, status, problem) ? 200 : status;
    return jsonReply(
      sent,
      failureBody(rules, { error: problem, message, entity, requestId: this.#requestId }),
      headers,
    );
  }

  // Request IDs only have to be unique within one run.
  get #requestId(): string {
    return `req_sandbox_${this.#responded}`;
  }

  #commonHeaders(behavior: Behavior | undefined): Record<string, string> {
    const { failure, limits } = this.connector.upstream;
    return {
      ...(failure.requestId !== undefined && { [failure.requestId]: this.#requestId }),
      ...(limits !== undefined && this.#limitHeaders(limits, behavior)),
    };
  }

  #limitHeaders({ remaining, limit, reset }: LimitRules, behavior: Behavior | undefined): Record<string, string> {
    if (remaining === undefined || reset === undefined) return {};
    const now = Date.now();
    if (now - this.#window.start >= windowMilliseconds) this.#window = { start: now, used: 0 };
    this.#window.used++;
    const isLimited = behavior?.kind === 'rate-limited';
    const wait = isLimited
      ? (behavior.retryAfterSeconds ?? 1)
      : Math.ceil((this.#window.start + windowMilliseconds - now) / 1000);
    return {
      ...(limit !== undefined && { [limit]: String(budget) }),
      [remaining]: String(isLimited ? 0 : Math.max(1, budget - this.#window.used)),
      [reset.header]: String(reset.unit === 'unix-seconds' ? Math.floor(now / 1000) + wait : wait),
    };
  }
}

function meantBy(meaning: Meaning | RequestError): MeantAction | undefined {
  const found = actionMeant(meaning);
  return found && { entity: found.entity.name, action: found.name, params: found.params };
}

/** The action that a call means, with its parameters. */
function actionMeant(meaning: Meaning | RequestError) {
  if (meaning instanceof RequestError) return undefined;
  if (meaning.kind === 'rest') {
    const { routed, params } = meaning.resolved;
    return { entity: routed.entity, name: routed.name, action: routed.action, params };
  }
  const match = meaning.kind === 'graphql' && 'matches' in meaning.resolved ? meaning.resolved.matches[0] : undefined;
  if (match === undefined) return undefined;
  const { entity, name, action } = match.skeleton;
  return { entity, name, action, params: match.params };
}

/** The same call without the parameters that select a page. */
function firstPageOf(meaning: Meaning | RequestError): Meaning | RequestError {
  const { paging = null } = actionMeant(meaning)?.action ?? {};
  if (paging === null || meaning instanceof RequestError) return meaning;
  const pages = new Set([paging.param, ...(paging.alternatives ?? [])]);
  const first = (params: JsonObject) => Object.fromEntries(Object.entries(params).filter(([name]) => !pages.has(name)));
  if (meaning.kind === 'rest') {
    return { ...meaning, resolved: { ...meaning.resolved, params: first(meaning.resolved.params) } };
  }
  if (meaning.kind !== 'graphql' || !('matches' in meaning.resolved)) return meaning;
  const matches = meaning.resolved.matches.map((match) => ({ ...match, params: first(match.params) }));
  return { ...meaning, resolved: { ...meaning.resolved, matches } };
}

const tokenPath = ({ token }: Authentication) => new RegExp(`^${pathPattern(pathOfUrl(token?.url ?? ''))}$`);
