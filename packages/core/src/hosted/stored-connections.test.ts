import type { SyncConnection } from '@connectory/context-store';
import { expect, it } from 'vitest';
import { openGateway, type TestGateway } from '../../test/test-gateway.ts';
import { notebook } from '../../test/test-vendor.ts';
import { createRegistry } from '../registry.ts';
import { ConnectionDirectory } from './stored-connections.ts';

async function listed({ controlPlane }: TestGateway): Promise<readonly SyncConnection[]> {
  const directory = new ConnectionDirectory(controlPlane, createRegistry([notebook]));
  const connections: SyncConnection[] = [];
  for await (const connection of directory.connections()) connections.push(connection);
  return connections;
}

it('lists the connections of all workspaces, however many there are', async () => {
  const gateway = await openGateway();
  const other = await gateway.controlPlane.workspaces.create('another');
  const ids = [gateway.connection.id];
  for (let index = 0; index < 510; index++) {
    ids.push((await gateway.addConnection({ name: `notebook ${index}` }, other)).id);
  }
  const connections = await listed(gateway);
  expect(connections.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(connections[0]).toMatchObject({ connector: notebook, settings: { base_url: gateway.vendor.origin } });
});

it('leaves out connectors that are not installed, but not rejected credentials, which are tried again', async () => {
  const gateway = await openGateway();
  const { connections } = gateway.controlPlane;
  await gateway.addConnection({ name: 'of a connector that is not installed', connector: 'elsewhere' });
  const refused = await gateway.addConnection({ name: 'refused' });
  const down = await gateway.addConnection({ name: 'down' });
  const reason = 'The vendor said so.';
  await connections.report(refused.workspaceId, refused.id, {
    event: 'credentials_refused',
    reason,
    credentialsVersion: 1,
  });
  await connections.report(down.workspaceId, down.id, { event: 'failing', reason });
  expect((await listed(gateway)).map(({ id }) => id).sort()).toEqual(
    [gateway.connection.id, down.id, refused.id].sort(),
  );
});
