import type { Connector } from '@connectory/connector-sdk';
import type { Connection, ControlPlane } from '@connectory/control-plane';
import type { RunningSandbox } from '@connectory/sandbox';
import { isLoopbackName } from '../connect/browser-origins.ts';
import { eventUrl } from '../events/event-url.ts';

/** Makes the simulated vendors send their events to a gateway, as users configure real vendors: secret here, URL there. */
export async function sendDemoEvents(
  { eventEndpoints }: ControlPlane,
  connections: readonly Connection[],
  connectors: readonly Connector[],
  { sandbox }: RunningSandbox,
  url: string,
): Promise<void> {
  const origin = ownOrigin(url);
  if (origin === null) return;
  for (const { workspaceId, id, connector } of connections) {
    if (connectors.find((one) => one.id === connector)?.events === undefined) continue;
    const endpoint = await eventEndpoints.change(workspaceId, id, { secret: sandbox.eventSecret(connector) });
    sandbox.sendEvents(connector, eventUrl(origin, endpoint));
  }
}

// The sandbox only sends to this machine.
function ownOrigin(url: string): string | null {
  const { hostname, origin, port } = new URL(url);
  if (hostname === '0.0.0.0' || hostname === '[::]') return `http://127.0.0.1:${port}`;
  return isLoopbackName(hostname) ? origin : null;
}
