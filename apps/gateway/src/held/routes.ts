import { setTimeout as pause } from 'node:timers/promises';
import type {
  Connection,
  ControlPlane,
  Decision,
  HeldWrite,
  HeldWriteDetails,
  Principal,
  WorkspaceId,
} from '@connectory/control-plane';
import { isOpen, personName } from '@connectory/control-plane';
import { heldContent } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { parseVerbatim } from '@connectory/exact-json';
import type { Request, Router } from 'express';
import { noteFacts } from '../audit/audit-management.ts';
import { type AccessParts, policyOf, tokenIdOf } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { type HeldLinkParts, heldLink } from './held-link.ts';
import type { HeldRunner } from './held-runner.ts';
import { heldOperations } from './operations.ts';
import type { HeldSummaryBody, HeldWriteBody } from './schemas.ts';
import { hidesHeld, isAsker, mayReview, refusalOf } from './who-decides.ts';

const maxWaitMilliseconds = 30_000;

/** Dependencies of the routes of held writes. */
export interface HeldParts extends HeldLinkParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections' | 'heldWrites'>;
  readonly heldRunner: HeldRunner;
  /** Whether held writes are approved only by signed-in people, because people can sign in. */
  readonly requiresPerson: boolean;
}

interface Caller {
  readonly request: Request;
  readonly principal: Principal;
  readonly workspace: { readonly id: WorkspaceId };
}

/** `/api/v1/workspaces/{workspace}/held`: list, get, approve and refuse. */
export function heldRoutes(services: HeldParts): Router {
  const { controlPlane, heldRunner, requiresPerson } = services;
  const { heldWrites, connections } = controlPlane;
  const routes = new OperationRouter(controlPlane);

  const visible = async ({ principal, workspace }: Caller, held: HeldWrite) => {
    const connection = await connections.get(workspace.id, held.connectionId);
    const isVisible = isAsker(held, principal) || mayReview(reviewPolicy(principal), held, connection);
    return isVisible ? { held, connection } : undefined;
  };
  const find = async (caller: Caller, id: string): Promise<HeldWriteDetails> => {
    const held = await heldWrites.get(caller.workspace.id, id);
    if (held !== null && (await visible(caller, held)) !== undefined) return held;
    throw new GatewayError('not_found', 'The workspace has no held write with that ID, or the token may not see it.');
  };
  const summary = async ({ request }: Caller, held: HeldWrite, connection: Connection | null) =>
    toSummary(held, connection, await heldLink(services, request, held));
  const body = async (caller: Caller, id: string): Promise<HeldWriteBody> => {
    const held = await find(caller, id);
    const connection = await connections.get(caller.workspace.id, held.connectionId);
    const mayDecide = held.state === 'held' && refusalOf(held, caller.principal, requiresPerson) === undefined;
    const shown = hidesHeld(held, caller.principal) ? { ...details(held), ...notShown } : details(held);
    return { ...(await summary(caller, held, connection)), ...shown, may_decide: mayDecide };
  };

  routes.json(heldOperations.listHeldWrites, async (call) => {
    const { principal, workspace } = call;
    const { limit, cursor, state } = call.query();
    const sees = reviewPolicy(principal).approve === true;
    const asker =
      sees || principal.kind === 'admin'
        ? undefined
        : {
            tokenId: principal.tokenId,
            personId: principal.tokenKind === 'session' ? (principal.actor.person?.id ?? null) : null,
          };
    const { items, nextCursor } = await heldWrites.list(workspace.id, { limit, cursor, state, asker });
    const seen = await Promise.all(items.map((held) => visible(call, held)));
    const data = await Promise.all(
      seen.flatMap((one) => (one === undefined ? [] : [summary(call, one.held, one.connection)])),
    );
    return { data, meta: { next_cursor: nextCursor } };
  });
  routes.json(heldOperations.getHeldWrite, (call) => body(call, call.path.id));
  routes.json(heldOperations.approveHeldWrite, async (call) => {
    const held = await find(call, call.path.id);
    const { preview_hash: seen } = await call.body();
    noteFacts(call.request, { preview_hash: seen });
    const refusal = refusalOf(held, call.principal, requiresPerson);
    if (refusal !== undefined) throw new GatewayError('forbidden', refusal);
    requireHeld(held);
    if (seen !== held.previewHash)
      throw new GatewayError('conflict', 'preview_hash is not that of this held write. Look at it again.');
    const approved = await heldRunner.approve(held, decisionOf(call.principal));
    if (approved === 'taken') throw beingDecided();
    if (approved === 'decided') throw decidedMeanwhile();
    const late = new AbortController();
    const wait = pause(maxWaitMilliseconds, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
    await Promise.race([approved.work, wait]);
    late.abort();
    return body(call, held.id);
  });
  routes.json(heldOperations.refuseHeldWrite, async (call) => {
    const held = await find(call, call.path.id);
    const { reason } = await call.body();
    const refusal = isAsker(held, call.principal) ? undefined : refusalOf(held, call.principal, requiresPerson);
    if (refusal !== undefined) throw new GatewayError('forbidden', refusal);
    requireHeld(held);
    if (!(await heldWrites.refuse(held, decisionOf(call.principal), reason ?? null))) throw decidedMeanwhile();
    return body(call, held.id);
  });
  return routes.router;
}

/** The policy that says which held writes of others are seen; the admin sees all. */
const reviewPolicy = (principal: Principal) => (principal.kind === 'admin' ? { approve: true } : policyOf(principal));

function requireHeld({ state }: HeldWrite): void {
  if (state === 'held') return;
  const problem = isOpen(state) ? 'It was approved before' : `It has ended: ${state}`;
  throw new GatewayError('conflict', `The write does not wait for a decision. ${problem}.`);
}

const decidedMeanwhile = () =>
  new GatewayError('conflict', 'Somebody else has decided about this write. Look at it again.');

// If that process has died, the write can be decided after some seconds.
const beingDecided = () =>
  new GatewayError('conflict', 'Another request is deciding about this write. Look at it again.', {
    retryable: true,
    retryAfterSeconds: 5,
  });

function decisionOf(principal: Principal): Decision {
  const person = principal.kind === 'token' ? principal.actor.person : principal.person;
  return { tokenId: tokenIdOf(principal), person: person && { id: person.id, name: personName(person) } };
}

function toSummary(held: HeldWrite, connection: Connection | null, url: string): HeldSummaryBody {
  return {
    id: held.id,
    state: held.state,
    reason: held.reason,
    connection: { id: held.connectionId, name: connection?.name ?? null },
    connector: held.connector,
    entity: held.entity,
    action: held.action,
    effect: held.effect as HeldSummaryBody['effect'],
    asked_by: { token_id: held.tokenId, person: held.person, agent: held.agent },
    second_person: held.secondPerson,
    created_at: held.createdAt,
    expires_at: held.expiresAt,
    decided_at: held.decidedAt,
    decided_by: held.decidedBy && { token_id: held.decidedBy.tokenId, person: held.decidedBy.person },
    ended_at: held.endedAt,
    url,
  };
}

const notShown = { params: null, intent: null, preview: null, preview_hash: '', outcome: null } as const;

function details({ content, previewHash, status, state, outcome }: HeldWriteDetails) {
  const stored = content === null ? null : heldContent(content);
  const known: unknown = outcome === null ? undefined : parseVerbatim(outcome.toString('utf8'));
  const ended = state === 'executed' ? { result: known } : { error: known };
  return {
    params: (stored?.request.params ?? null) as HeldWriteBody['params'],
    intent: stored?.request.intent ?? null,
    preview: stored === null ? null : { requests: [...stored.requests] },
    preview_hash: previewHash,
    outcome: status === null ? null : ({ status, ...(known !== undefined && ended) } as HeldWriteBody['outcome']),
  };
}
