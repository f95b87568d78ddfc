import type { CallLimits, ControlPlane, Workspace } from '@connectory/control-plane';
import type { ContextCopy } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Router } from 'express';
import type { AccessParts } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { workspaceOperations } from './operations.ts';
import type { WorkspaceBody, WorkspaceLimitsBody } from './schemas.ts';

/** Dependencies of the routes of workspaces. */
export interface WorkspaceParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'members' | 'workspaceDeletion'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
}

/** `/api/v1/workspaces`: the admin lists, creates, limits and deletes workspaces; a token and a person see their own. */
export function workspaceRoutes({ controlPlane, copy }: WorkspaceParts): Router {
  const { workspaces, workspaceDeletion } = controlPlane;
  const routes = new OperationRouter(controlPlane);
  routes.json(workspaceOperations.listWorkspaces, async ({ caller, query }) => {
    const page = query();
    if (caller.kind === 'person') {
      const { person, isAdmin } = caller.signedIn;
      const { items, nextCursor } = await controlPlane.members.of(person.id, isAdmin, page);
      return { data: items.map(({ workspace }) => toBody(workspace)), meta: { next_cursor: nextCursor } };
    }
    if (caller.kind === 'token') {
      const own = await workspaces.find(caller.workspaceId);
      return { data: own === null ? [] : [toBody(own)], meta: { next_cursor: null } };
    }
    const { items, nextCursor } = await workspaces.list(page);
    return { data: items.map(toBody), meta: { next_cursor: nextCursor } };
  });
  routes.json(workspaceOperations.createWorkspace, async ({ body }) => {
    const { name } = await body();
    return toBody(await workspaces.create(name));
  });
  routes.json(workspaceOperations.updateWorkspace, async ({ path, body }) => {
    const { limits } = await body();
    const workspace = await workspaces.find(path.workspace);
    if (workspace === null) throw new GatewayError('not_found', 'There is no such workspace. List the workspaces.');
    return toBody(await workspaces.setLimits(workspace.id, fromBody(limits)));
  });
  routes.json(workspaceOperations.deleteWorkspace, async ({ path }) =>
    toBody(await workspaceDeletion.delete(path.workspace, copy)),
  );
  return routes.router;
}

function fromBody({
  calls_per_minute: callsPerMinute,
  calls_per_day: callsPerDay,
  running_calls: runningCalls,
}: WorkspaceLimitsBody): CallLimits {
  return {
    ...(callsPerMinute !== undefined && { callsPerMinute }),
    ...(callsPerDay !== undefined && { callsPerDay }),
    ...(runningCalls !== undefined && { runningCalls }),
  };
}

const toBody = ({ id, name, createdAt, limits }: Workspace): WorkspaceBody => ({
  id,
  name,
  created_at: createdAt,
  limits: {
    calls_per_minute: limits.callsPerMinute,
    calls_per_day: limits.callsPerDay,
    running_calls: limits.runningCalls,
  },
});
