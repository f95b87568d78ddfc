import type { Connector } from '@connectory/connector-sdk';
import type { Connection, ControlPlane } from '@connectory/control-plane';
import type { RunningSandbox } from '@connectory/sandbox';

/** Has the simulated vendors send their events to a gateway, as users do it with real ones: secret here, address there. */
export async function sendDemoEvents(
  { eventEndpoints }: ControlPlane,
  connections: readonly Connection[],
  connectors: readonly Connector[],
  { sandbox }: RunningSandbox,
  url: string,
): Promise<void> {
  for (const { workspaceId, id, connector } of connections) {
    if (connectors.find((one) => one.id === connector)?.events === undefined) continue;
    const { address } = await eventEndpoints.change(workspaceId, id, { secret: sandbox.eventSecret(connector) });
    sandbox.sendEvents(connector, `${url}/events/${id}/${address.reveal()}`);
  }
}
