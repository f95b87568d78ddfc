import {
  type ControlPlane,
  type HeldWriteDetails,
  hidesData,
  type Policy,
  type TraceSearch,
} from '@connectory/control-plane';
import {
  type ContextCopy,
  erasePerson,
  heldContent,
  type PersonChange,
  type PersonProgress,
  type PersonRecord,
  PersonSearch,
  type Registry,
} from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
import type { Router } from 'express';
import { noteFacts } from '../audit/audit-management.ts';
import { auditEntryBody } from '../audit/routes.ts';
import type { Downloads } from '../exports/downloads.ts';
import { type AccessParts, policyOf } from '../http/authenticate.ts';
import { whenClosed } from '../http/connection-lifecycle.ts';
import { type OperationCall, OperationRouter } from '../http/operation-router.ts';
import { requireHosted } from '../syncs/require-hosted.ts';
import { LineStream } from './line-stream.ts';
import { personRequestOperations } from './operations.ts';
import type { PersonErasedBody, PersonFoundBody, PersonRecordBody } from './schemas.ts';

/** Dependencies of the routes of requests about a person. */
export interface PersonRequestParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections' | 'personTraces'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly downloads: Downloads;
}

type FindCall = OperationCall<typeof personRequestOperations.findPerson>;
type ExportCall = OperationCall<typeof personRequestOperations.exportPerson>;
type EraseCall = OperationCall<typeof personRequestOperations.erasePerson>;
type PersonCall = FindCall | ExportCall | EraseCall;

const shownRecords = 100;
const shownSkipped = 1_000;
const note =
  'The next pass copies again what the vendors still have: erase it there first. The keys of removed records stay in the feeds as long as changes are kept. Backups, logs and the systems that follow your subscriptions are not changed.';

/** `/api/v1/workspaces/{workspace}/person-requests`: finds, exports and erases what a workspace holds about a person. */
export function personRequestRoutes(services: PersonRequestParts): Router {
  const { controlPlane } = services;
  const { personTraces } = controlPlane;
  const routes = new OperationRouter(controlPlane);

  /** Runs a request with a search; nothing of the person gets into the audit. */
  async function run<Result>(
    call: PersonCall,
    { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: PersonProgress) => void },
    handle: (search: PersonSearch, traces: () => TraceSearch) => Promise<Result>,
  ): Promise<Result> {
    const policy = policyOf(call.principal);
    requireWholeView(policy);
    const copy = requireHosted(services.copy);
    const { emails = [], ids = [] } = await call.body();
    const workspaceId = call.workspace.id;
    const end = services.downloads.begin(workspaceId);
    try {
      const parts = { controlPlane, registry: services.registry, copy };
      const search = await PersonSearch.begin(parts, { workspaceId, policy, emails, ids, signal, onProgress });
      return await handle(search, () => ({ workspaceId, person: search.person, signal }));
    } finally {
      end();
    }
  }

  /** Responds with a result, after lines of progress if the client accepts them. */
  async function respond<Result extends object>(
    call: FindCall | EraseCall,
    handle: (onProgress: (progress: PersonProgress) => void) => Promise<Result>,
  ): Promise<Result | undefined> {
    const { request, response } = call;
    if (request.get('accept')?.includes('application/x-ndjson') !== true) return handle(() => undefined);
    const stream = new LineStream(request, response);
    try {
      let last: Promise<void> = Promise.resolve();
      const result = await handle((progress) => {
        last = last.then(() => stream.write({ type: 'progress', ...progress }));
      });
      await last;
      stream.end({ type: 'result', ...result });
    } catch (error) {
      stream.fail(error);
    }
    return undefined;
  }

  routes.jsonOrStream(personRequestOperations.findPerson, (call) =>
    respond(call, (onProgress) => {
      const started = performance.now();
      return run(call, { signal: goneSignal(call), onProgress }, async (search, traces) => {
        const data: PersonRecordBody[] = [];
        for await (const found of search.records()) if (data.length < shownRecords) data.push(toBody(found));
        const totals = {
          records: recordsOf(search),
          changes: await countOf(search.changes()),
          audit_entries: await countOf(personTraces.auditEntries(traces())),
          held_writes: await countOf(personTraces.heldWrites(traces())),
        };
        noteFacts(call.request, factsOf(totals));
        const copies = Array.from(search.keys, ([{ connection, plan }, keys]) => ({
          connection: connection.name,
          entity: plan.entity.name,
          records: keys.size,
        }));
        const deliveries = await personTraces.countDeliveries(traces());
        const meta: PersonFoundBody['meta'] = { ...totals, deliveries, copies, ...searchedOf(search, started) };
        return { data, meta };
      });
    }),
  );

  routes.jsonOrStream(personRequestOperations.exportPerson, async (call) => {
    const started = performance.now();
    const stream = new LineStream(call.request, call.response);
    const signal = goneSignal(call);
    try {
      await run(call, { signal, onProgress: () => stream.keepAlive() }, async (search, traces) => {
        const totals = { records: 0, changes: 0, audit_entries: 0, held_writes: 0 };
        for await (const found of search.records()) {
          totals.records += 1;
          await stream.write({ type: 'record', ...toBody(found), record: found.record.document });
        }
        for await (const found of search.changes()) {
          totals.changes += 1;
          await stream.write({ type: 'change', ...toChange(found) });
        }
        for await (const entry of personTraces.auditEntries(traces())) {
          totals.audit_entries += 1;
          await stream.write({ type: 'audit_entry', ...auditEntryBody(entry) });
        }
        for await (const held of personTraces.heldWrites(traces())) {
          totals.held_writes += 1;
          await stream.write({ type: 'held_write', ...toHeld(held) });
        }
        noteFacts(call.request, factsOf(totals));
        stream.end({ type: 'summary', ...totals, ...searchedOf(search, started) });
      });
    } catch (error) {
      stream.fail(error);
    }
    return undefined;
  });

  routes.jsonOrStream(personRequestOperations.erasePerson, (call) =>
    respond(call, (onProgress) => {
      const started = performance.now();
      // What is begun is completed, whether or not the client waits.
      const { signal } = new AbortController();
      return run(call, { signal, onProgress }, async (search): Promise<PersonErasedBody> => {
        const parts = { controlPlane, copy: requireHosted(services.copy) };
        const counts = await erasePerson(parts, search, { workspaceId: call.workspace.id, signal });
        const erased = {
          records: counts.records,
          changes: counts.changes,
          audit_entries: counts.auditEntries,
          held_writes: counts.heldWrites,
          held_writes_left: counts.heldWritesLeft,
          deliveries: counts.deliveries,
          events: counts.events,
          idempotency_responses: counts.idempotencyResponses,
        };
        noteFacts(call.request, factsOf(erased));
        return { erased, meta: searchedOf(search, started), note };
      });
    }),
  );
  return routes.router;
}

/**
 * Throws `forbidden` for a token that does not see whole records, or not all of them: what it would find of a person were incomplete. Every
 * restriction of fields or records that a policy can have belongs here.
 */
function requireWholeView(policy: Policy): void {
  if (policy.maxRecords === undefined && !hidesData(policy)) return;
  throw new GatewayError(
    'forbidden',
    'The policy of this token limits the number of records or what they contain, and a request about a person needs all of them. Use a token without such limits.',
  );
}

function goneSignal({ request, response }: PersonCall): AbortSignal {
  const gone = new AbortController();
  whenClosed(request, response, () => gone.abort(new GatewayError('request_timeout', 'The client has disconnected.')));
  return gone.signal;
}

async function countOf(found: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of found) count += 1;
  return count;
}

const recordsOf = ({ keys }: PersonSearch) => [...keys.values()].reduce((sum, { size }) => sum + size, 0);

// The audit keeps how much there was, and nothing of whom.
const factsOf = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));

function searchedOf(search: PersonSearch, started: number) {
  const { skipped } = search;
  return {
    has_more: search.hasMore,
    searched: search.searched,
    skipped: skipped.slice(0, shownSkipped),
    skipped_count: skipped.length,
    took_ms: Math.round(performance.now() - started),
  };
}

const placeOf = ({ copy: { connection, plan } }: PersonRecord | PersonChange) => ({
  connection: { id: connection.id, name: connection.name },
  connector: connection.connector,
  entity: plan.entity.name,
});

const toBody = (found: PersonRecord): PersonRecordBody => ({
  ...placeOf(found),
  key: [...found.key],
  title: found.title,
  reasons: found.reasons.map((reason) => ({ ...reason })),
});

function toChange(found: PersonChange) {
  const { kind, key, at, cause, before, after } = found.change;
  return {
    ...placeOf(found),
    change: kind,
    key: JSON.parse(key) as readonly string[],
    at: new Date(at).toISOString(),
    cause,
    before,
    after,
  };
}

function toHeld({ id, connectionId, connector, entity, action, state, createdAt, content, outcome }: HeldWriteDetails) {
  const call = content === null ? null : heldContent(content);
  return {
    id,
    connection_id: connectionId,
    connector,
    entity,
    action,
    state,
    created_at: createdAt,
    params: call?.request.params ?? null,
    intent: call?.request.intent ?? null,
    outcome: outcome === null ? null : parseExactly(outcome.toString('utf8')),
  };
}
