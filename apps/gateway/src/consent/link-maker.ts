import type { ConnectLink, ControlPlane, Policy } from '@connectory/control-plane';
import { isAllowed } from '../http/find-connection.ts';

/** What the maker of a link may still do. Null when its token has ended, or does not allow what the link makes: so has the link. */
export async function makerOf({ tokens }: ControlPlane, link: ConnectLink): Promise<Policy | null> {
  if (link.makerId === null) return {};
  const token = await tokens.valid(link.workspaceId, link.makerId);
  if (token === null || token.policy.manage !== true || !isAllowed(token.policy, link)) return null;
  return token.policy;
}
