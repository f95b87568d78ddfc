import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayServices } from '../gateway-services.ts';
import type { CallSlots } from '../limits/call-slots.ts';
import { type Caller, runningCallLimits, tooMany } from '../limits/running-calls.ts';
import { whenClosed } from './when-closed.ts';

/**
 * Takes the slots of a call that all processes of a gateway share, for its token and its workspace, until its response is closed. A gateway
 * with one process needs none, because `RunningCalls` counts them. Throws `rate_limited`.
 */
export function takeCallSlots(
  processes: GatewayServices['processes'],
  { tokenId, workspaceId, workspaceLimits }: Caller,
  request: IncomingMessage,
  response: ServerResponse,
): undefined | Promise<void> {
  if (processes === undefined) return undefined;
  const { callSlots } = processes;
  const ofToken = { subject: `token/${tokenId}`, most: runningCallLimits.token, who: 'The token' };
  const mostOfWorkspace = workspaceLimits.runningCalls ?? runningCallLimits.workspace;
  const ofWorkspace = { subject: `workspace/${workspaceId}`, most: mostOfWorkspace, who: 'The workspace' };
  const first = takeOne(callSlots, ofToken, request, response);
  if (first instanceof Promise) return first.then(() => takeOne(callSlots, ofWorkspace, request, response));
  return takeOne(callSlots, ofWorkspace, request, response);
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
