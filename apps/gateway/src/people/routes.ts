import type {
  ControlPlane,
  Member,
  Person,
  Principal,
  Role,
  RoleGiver,
  Session,
  SignedIn,
} from '@connectory/control-plane';
import type { Registry } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Router } from 'express';
import { type AccessParts, type PersonCaller, policyOf } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { sendJson } from '../http/respond.ts';
import { requireKnownNames } from '../tokens/known-names.ts';
import { fromPolicyBody, toPolicyBody } from '../tokens/policy-body.ts';
import { policyRights } from '../tokens/policy-rights.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { memberOperations, peopleOperations } from './operations.ts';
import type { MemberBody, PersonBody, RoleBody, SessionBody } from './schemas.ts';

/** Dependencies of the routes of people. */
export interface PeopleParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections' | 'members' | 'people' | 'roles'>;
  readonly registry: Registry;
  /** Undefined unless an identity provider is configured. */
  readonly identityProvider: IdentityProvider | undefined;
}

/** `/api/v1/people` for admins; members, roles and group-roles of a workspace for those who manage it. */
export function peopleRoutes({ controlPlane, registry, identityProvider }: PeopleParts): Router {
  const { members, people, roles } = controlPlane;
  const routes = new OperationRouter(controlPlane);
  routes.raw(peopleOperations.getSignIn, (request, response) => {
    const issuer = identityProvider?.issuer ?? null;
    sendJson(request, response, 200, { issuer, url: issuer === null ? null : '/auth/sign-in' });
  });
  routes.json(peopleOperations.getSessions, async ({ caller }) => {
    const { person, sessionId } = personOf(caller);
    const all = await controlPlane.sessions.list(person.id);
    return { data: all.map((session) => sessionBody(session, sessionId)) };
  });
  routes.json(peopleOperations.endSession, async ({ caller, path }) => {
    const { person, sessionId } = personOf(caller);
    return sessionBody(await controlPlane.sessions.endOne(person.id, path.id), sessionId);
  });
  routes.json(peopleOperations.listPeople, async ({ query }) => {
    const { items, nextCursor } = await people.list(query());
    return { data: items.map(personBody), meta: { next_cursor: nextCursor } };
  });
  routes.json(peopleOperations.invitePerson, async ({ body }) => personBody(await people.invite((await body()).email)));
  routes.json(peopleOperations.removePerson, async ({ path }) => personBody(await people.remove(path.id)));

  routes.json(memberOperations.listMembers, async ({ workspace, query }) => {
    const { items, nextCursor } = await members.list(workspace.id, query());
    return { data: items.map(memberBody), meta: { next_cursor: nextCursor } };
  });
  routes.json(memberOperations.inviteMember, async ({ workspace, principal, body }) => {
    const { email, role } = await body();
    return memberBody(await members.invite(workspace.id, email, role, giverOf(principal)));
  });
  routes.json(memberOperations.putMember, async ({ workspace, principal, path, body }) => {
    const { role } = await body();
    return memberBody(await members.put(workspace.id, path.person, role, giverOf(principal)));
  });
  routes.json(memberOperations.removeMember, async ({ workspace, principal, path }) =>
    memberBody(await members.remove(workspace.id, path.person, giverOf(principal))),
  );

  routes.json(memberOperations.listRoles, async ({ workspace, query }) => {
    const { items, nextCursor } = await roles.list(workspace.id, query());
    return { data: items.map(roleBody), meta: { next_cursor: nextCursor } };
  });
  routes.json(memberOperations.getRole, async ({ workspace, path }) => {
    const role = await roles.find(workspace.id, path.name);
    if (role !== null) return roleBody(role);
    throw new GatewayError('not_found', 'The workspace has no role with that name. List its roles.');
  });
  routes.json(memberOperations.putRole, async ({ workspace, principal, path, body }) => {
    const { policy } = await body();
    const giver = { workspaceId: workspace.id, policy: policyOf(principal) };
    await requireKnownNames({ registry, controlPlane }, giver, policy);
    return roleBody(await roles.put(workspace.id, path.name, fromPolicyBody(policy), giverOf(principal)));
  });
  routes.json(memberOperations.deleteRole, async ({ workspace, principal, path }) =>
    roleBody(await roles.delete(workspace.id, path.name, giverOf(principal))),
  );

  routes.json(memberOperations.getGroupRoles, async ({ workspace }) => ({
    groups: [...(await members.groupRoles(workspace.id))],
  }));
  routes.json(memberOperations.putGroupRoles, async ({ workspace, principal, body }) => {
    const { groups } = await body();
    return { groups: [...(await members.setGroupRoles(workspace.id, groups, giverOf(principal)))] };
  });
  return routes.router;
}

function personOf(caller: Principal | PersonCaller): SignedIn {
  if (caller.kind === 'person') return caller.signedIn;
  throw new GatewayError('forbidden', 'Only a signed-in person has sessions, not a token.');
}

const sessionBody = ({ id, createdAt, usedAt, expiresAt }: Session, current: string): SessionBody => ({
  id,
  created_at: createdAt,
  used_at: usedAt,
  expires_at: expiresAt,
  current: id === current,
});

const giverOf = (principal: Principal): RoleGiver => (principal.kind === 'token' ? principal : undefined);

const personBody = ({ id, name, email, state, isAdmin, createdAt, signedInAt }: Person): PersonBody => ({
  id,
  name,
  email,
  state,
  is_admin: isAdmin,
  created_at: createdAt,
  signed_in_at: signedInAt,
});

const memberBody = ({ person: { id, name, email }, state, role, group, createdAt }: Member): MemberBody => ({
  id,
  name,
  email,
  state,
  role,
  group,
  created_at: createdAt,
});

const roleBody = ({ name, policy, isBuiltIn, updatedAt }: Role): RoleBody => ({
  name,
  policy: toPolicyBody(policy),
  rights: policyRights(policy),
  built_in: isBuiltIn,
  updated_at: updatedAt,
});
