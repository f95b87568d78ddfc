import type { ConnectLink, ControlPlane, Policy } from '@connectory/control-plane';
import { isAllowed } from '../connections/find-connection.ts';

/**
 * Returns the current policy of a link's creator. Null if its token has ended or no longer allows what the link does; the link has then
 * ended too.
 */
export async function makerOf({ tokens }: ControlPlane, link: ConnectLink): Promise<Policy | null> {
  if (link.makerId === null) return {};
  const token = await tokens.valid(link.workspaceId, link.makerId);
  if (token === null || token.policy.manage !== true || !isAllowed(token.policy, link)) return null;
  return token.policy;
}
