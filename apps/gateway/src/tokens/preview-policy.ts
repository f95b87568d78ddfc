import { type ControlPlane, type Page, type Policy, policyAllows, type WorkspaceId } from '@connectory/control-plane';
import { type ContextCopy, effectIn, offeredActions, type RegisteredConnector, type Registry } from '@connectory/core';
import { isAllowed } from '../connections/find-connection.ts';
import type { TokenPreviewBody } from './schemas.ts';

type PreviewedConnection = TokenPreviewBody['data'][number];

interface Services {
  readonly controlPlane: Pick<ControlPlane, 'connections'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
}

interface PreviewRequest {
  readonly workspaceId: WorkspaceId;
  /** The policy to preview. */
  readonly policy: Policy;
  /** The caller's policy; what it forbids is omitted. */
  readonly ownPolicy: Policy;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Returns a page of the connections of a workspace with what a policy allows on each, by the same rules as for calls. */
export async function previewPolicy(
  { controlPlane, registry, copy }: Services,
  { workspaceId, policy, ownPolicy, limit, cursor }: PreviewRequest,
): Promise<Page<PreviewedConnection>> {
  const { items, nextCursor } = await controlPlane.connections.list(workspaceId, { limit, cursor, policy: ownPolicy });
  const previewed = items.map(({ id, name, connector }): PreviewedConnection => {
    const registered = registry.get(connector);
    return {
      id,
      name,
      connector,
      vendor: registered?.connector.vendor ?? null,
      allowed: isAllowed(policy, { connector, name }),
      entities: registered === undefined ? [] : entitiesOf(registered, name, { policy, ownPolicy, copy }),
    };
  });
  return { items: previewed, nextCursor };
}

function entitiesOf(
  { connector, entities }: RegisteredConnector,
  connection: string,
  { policy, ownPolicy, copy }: Pick<PreviewRequest, 'policy' | 'ownPolicy'> & Pick<Services, 'copy'>,
): PreviewedConnection['entities'] {
  return [...entities].flatMap(([entity, registered]) => {
    const requests = offeredActions(registered, copy).map((action) => ({
      connector: connector.id,
      connection,
      entity,
      action,
      effect: effectIn(registered, action),
    }));
    const actions = requests
      .filter((request) => policyAllows(ownPolicy, request))
      .map((request) => ({ action: request.action, effect: request.effect, allowed: policyAllows(policy, request) }));
    return actions.length === 0 ? [] : [{ entity, actions }];
  });
}
