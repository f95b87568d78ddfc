import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenPrincipal } from '@connectory/control-plane';
import type { GatewayServices } from '../gateway-services.ts';
import type { CallSlots } from '../limits/call-slots.ts';
import { runningCallLimits, tooMany } from '../limits/running-calls.ts';
import { authenticateToken } from './authenticate.ts';
import { whenClosed } from './when-closed.ts';

/**
 * Takes the slots of a call that all processes of a gateway share, those of its token and of its workspace, until its response is closed.
 * A gateway of one process needs none: `RunningCalls` counts. Throws `rate_limited`, and `unauthenticated` and `forbidden`.
 */
export function takeCallSlots(
  { controlPlane, processes }: GatewayServices,
  request: IncomingMessage,
  response: ServerResponse,
): undefined | Promise<void> {
  if (processes === undefined) return undefined;
  const { callSlots } = processes;
  const principal = authenticateToken(controlPlane, request);
  if (principal instanceof Promise)
    return principal.then((authenticated) => take(callSlots, authenticated, request, response));
  return take(callSlots, principal, request, response);
}

function take(
  slots: CallSlots,
  { tokenId, workspaceId, workspaceLimits }: TokenPrincipal,
  request: IncomingMessage,
  response: ServerResponse,
): undefined | Promise<void> {
  const ofToken = { subject: `token/${tokenId}`, most: runningCallLimits.token, who: 'The token' };
  const mostOfWorkspace = workspaceLimits.runningCalls ?? runningCallLimits.workspace;
  const ofWorkspace = { subject: `workspace/${workspaceId}`, most: mostOfWorkspace, who: 'The workspace' };
  const first = takeOne(slots, ofToken, request, response);
  if (first instanceof Promise) return first.then(() => takeOne(slots, ofWorkspace, request, response));
  return takeOne(slots, ofWorkspace, request, response);
}

interface Slot {
  readonly subject: string;
  readonly most: number;
  readonly who: string;
}

function takeOne(
  slots: CallSlots,
  { subject, most, who }: Slot,
  request: IncomingMessage,
  response: ServerResponse,
): undefined | Promise<void> {
  const keep = (isTaken: boolean) => {
    if (!isTaken) throw tooMany(who, most);
    whenClosed(request, response, () => slots.give(subject));
  };
  const taken = slots.take(subject, most);
  if (taken instanceof Promise) return taken.then(keep);
  keep(taken);
  return undefined;
}
