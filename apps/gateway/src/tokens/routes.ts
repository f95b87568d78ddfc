import {
  type ControlPlane,
  newTokenPolicy,
  type Policy,
  type Principal,
  type SignedIn,
  type Token,
  type TokenMaker,
  type Workspace,
} from '@connectory/control-plane';
import { type ContextCopy, type Executor, previewRecord, type Registry } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Router } from 'express';
import { namedConnection } from '../connections/find-connection.ts';
import { type AccessParts, endedToken, policyOf, requireToken } from '../http/authenticate.ts';
import { watchCaller } from '../http/connection-lifecycle.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requestIdOf, viaOf } from '../http/request.ts';
import { endedMaker } from '../subscriptions/check-selection.ts';
import { requireKnownNames } from './known-names.ts';
import { tokenOperations } from './operations.ts';
import { fromPolicyBody, toPolicyBody } from './policy-body.ts';
import { personRights, policyRights, rightsOf } from './policy-rights.ts';
import { previewPolicy } from './preview-policy.ts';
import type { PolicyBody, TokenBody, WhoamiBody } from './schemas.ts';

/** Dependencies of the routes of tokens. */
export interface TokenParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections' | 'members' | 'subscriptions'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly registry: Registry;
  readonly executor: Executor;
}

/** `/api/v1/workspaces/{workspace}/tokens`: create, preview, list and revoke, and preview a record; `/api/v1/whoami`. The text of a token is shown once. */
export function tokenRoutes({ controlPlane, copy, registry, executor }: TokenParts): Router {
  const { tokens, workspaces } = controlPlane;
  const routes = new OperationRouter(controlPlane);
  const newPolicyOf = async (asked: PolicyBody, { id }: Workspace, principal: Principal): Promise<Policy> => {
    // First, so that a suggested name is none that its maker may not use.
    const policy = newTokenPolicy(fromPolicyBody(asked), makerOf(principal));
    const giver = { workspaceId: id, policy: policyOf(principal) };
    await requireKnownNames({ registry, controlPlane }, giver, asked);
    return policy;
  };
  routes.json(tokenOperations.whoami, async ({ caller }): Promise<WhoamiBody> => {
    if (caller.kind === 'person') return personBody(controlPlane, caller.signedIn);
    const rights = rightsOf(caller);
    const none = { person: null, is_admin: false, workspaces: null };
    if (caller.kind === 'admin')
      return { kind: 'admin', token: null, workspace: null, ...none, is_admin: true, rights };
    const { workspaceId, tokenId, actor } = caller;
    const [token, workspace] = await Promise.all([tokens.valid(workspaceId, tokenId), workspaces.find(workspaceId)]);
    if (token === null || workspace === null) throw endedToken();
    const { revoked_at: _notEnded, rights: _same, person: _below, agent: _ofActor, ...known } = toBody(token);
    const { id, name: workspaceName } = workspace;
    return {
      kind: 'token',
      token: known,
      workspace: { id, name: workspaceName },
      ...none,
      person: actor.person,
      rights,
    };
  });
  routes.json(tokenOperations.listTokens, async ({ workspace, principal, query }) => {
    const { items, nextCursor } = await tokens.list(workspace.id, query(), makerOf(principal));
    return { data: items.map(toBody), meta: { next_cursor: nextCursor } };
  });
  routes.json(tokenOperations.createToken, async ({ workspace, principal, body }) => {
    const { name, expires_at: expiresAt, policy } = await body();
    requireFuture(expiresAt);
    if (policy !== undefined) await newPolicyOf(policy, workspace, principal);
    const newToken = {
      name,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(policy !== undefined && { policy: fromPolicyBody(policy) }),
    };
    const { token, text } = await tokens.create(workspace.id, newToken, makerOf(principal));
    return { ...toBody(token), token: text.reveal() };
  });
  routes.json(tokenOperations.previewToken, async ({ workspace, principal, query, body }) => {
    const { policy: asked = {} } = await body();
    const { limit, cursor } = query();
    const policy = await newPolicyOf(asked, workspace, principal);
    const ownPolicy = policyOf(principal);
    const request = { workspaceId: workspace.id, policy, ownPolicy, limit, cursor };
    const { items, nextCursor } = await previewPolicy({ controlPlane, copy, registry }, request);
    return {
      data: items,
      meta: { next_cursor: nextCursor, policy: toPolicyBody(policy), rights: policyRights(policy) },
    };
  });
  routes.json(tokenOperations.previewRecord, async ({ workspace, principal, body, request, response }) => {
    const { policy: asked = {}, connection: named, entity, key } = await body();
    const policy = await newPolicyOf(asked, workspace, principal);
    const reader = requireToken(principal);
    const connection = await namedConnection(controlPlane, { workspace, principal }, named);
    const { signal } = watchCaller(request, response);
    const { before, after, reason } = await previewRecord(
      { executor, registry, controlPlane, copy },
      {
        principal: reader,
        policy,
        connection,
        entity,
        key,
        requestId: requestIdOf(request),
        via: viaOf(request),
        signal,
      },
    );
    return { data: { before, after, reason }, meta: { rights: policyRights(policy) } };
  });
  routes.json(tokenOperations.revokeToken, async ({ workspace, principal, path }) => {
    const revoked = await tokens.revoke(workspace.id, path.id, makerOf(principal));
    const paused = await controlPlane.subscriptions.pauseOf(workspace.id, revoked.id, endedMaker);
    return { ...toBody(revoked), paused_subscriptions: paused.map(({ id, name }) => ({ id, name })) };
  });
  return routes.router;
}

async function personBody(
  { members }: Pick<ControlPlane, 'members'>,
  { person, isAdmin }: SignedIn,
): Promise<WhoamiBody> {
  const { items } = await members.of(person.id, isAdmin, { limit: 100 });
  return {
    kind: 'person',
    token: null,
    workspace: null,
    person,
    is_admin: isAdmin,
    workspaces: items.map(({ workspace, role }) => ({
      id: workspace.id,
      name: workspace.name,
      role: role.name,
      policy: toPolicyBody(role.policy),
      rights: policyRights(role.policy),
    })),
    rights: isAdmin ? rightsOf({ kind: 'admin', person }) : personRights,
  };
}

const makerOf = (principal: Principal): TokenMaker | undefined => (principal.kind === 'token' ? principal : undefined);

function requireFuture(expiresAt: string | undefined): void {
  if (expiresAt === undefined || Date.parse(expiresAt) > Date.now()) return;
  const message = 'must be in the future';
  throw new GatewayError('invalid_params', `expires_at ${message}.`, {
    errors: [{ field: '/expires_at', message, error_code: 'custom' }],
  });
}

function toBody({ id, name, policy, createdAt, expiresAt, revokedAt, actor: { person, agent } }: Token): TokenBody {
  return {
    id,
    name,
    policy: toPolicyBody(policy),
    rights: policyRights(policy),
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
    ...(person !== null && { person }),
    ...(agent !== null && { agent }),
  };
}
