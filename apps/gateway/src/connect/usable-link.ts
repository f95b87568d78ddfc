import type { Connector } from '@connectory/connector-sdk';
import type { Connection, ConnectLink, ControlPlane, Policy, Workspace } from '@connectory/control-plane';
import type { Registry } from '@connectory/core';
import { isAllowed } from '../connections/find-connection.ts';

/** Dependencies of using a link. */
export interface LinkParts {
  readonly controlPlane: Pick<ControlPlane, 'connections' | 'tokens' | 'workspaces'>;
  readonly registry: Registry;
}

/** A usable link. */
export interface UsableLink {
  readonly link: ConnectLink;
  readonly connector: Connector;
  readonly workspace: Workspace;
  /** The current policy of its creator. */
  readonly policy: Policy;
  /** The connection to reconnect; null for a new one. */
  readonly stored: Connection | null;
}

/** Why a link cannot be used. */
export type LinkEnd = 'used' | 'withdrawn' | 'expired' | 'revoked' | 'unavailable';

/** Returns what a link can currently be used for, or why it cannot be used. */
export async function usableLink(
  { controlPlane, registry }: LinkParts,
  link: ConnectLink,
): Promise<UsableLink | LinkEnd> {
  if (link.usedAt !== null) return 'used';
  if (link.revokedAt !== null) return 'withdrawn';
  if (Date.parse(link.expiresAt) <= Date.now()) return 'expired';
  const policy = await makerOf(controlPlane, link);
  if (policy === null) return 'revoked';
  const connector = registry.get(link.connector)?.connector;
  const workspace = await controlPlane.workspaces.find(link.workspaceId);
  const { connectionId, workspaceId } = link;
  const stored =
    connectionId === null ? null : await controlPlane.connections.get(workspaceId, connectionId, { fresh: true });
  if (connector === undefined || workspace === null) return 'unavailable';
  // Its connection was deleted, or replaced by one of another connector.
  if (connectionId !== null && stored?.connector !== connector.id) return 'revoked';
  if (connector.upstream.authentication[link.authentication] === undefined) return 'unavailable';
  return { link, connector, workspace, policy, stored };
}

/**
 * Returns the current policy of a link's creator. Null if its token has ended or no longer allows what the link does; the link has then
 * ended too.
 */
export async function makerOf({ tokens }: Pick<ControlPlane, 'tokens'>, link: ConnectLink): Promise<Policy | null> {
  if (link.makerId === null) return {};
  const token = await tokens.valid(link.workspaceId, link.makerId);
  if (token === null || token.policy.manage !== true || !isAllowed(token.policy, link)) return null;
  return token.policy;
}
