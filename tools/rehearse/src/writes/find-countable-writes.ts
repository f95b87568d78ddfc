import type { Connector } from '@connectory/connector-sdk';
import type { Workspace } from '../gateway/workspace.ts';
import { connectionDraft } from '../vendors/connection-draft.ts';
import type { Vendors } from '../vendors/vendors.ts';
import { type CountableWrite, findCountableWrite } from './countable-write.ts';

/** A countable write and the connection it goes through. */
export interface ConnectedWrite extends CountableWrite {
  readonly connection: string;
}

/**
 * Connects connectors one after the other until there are enough writes whose vendor supports idempotency keys, and enough whose vendor
 * does not. Throws an `Error` if there are not enough.
 */
export async function findCountableWrites(
  connectors: readonly Connector[],
  workspace: Workspace,
  vendors: Vendors,
  ofEachKind: number,
): Promise<readonly ConnectedWrite[]> {
  const found: ConnectedWrite[] = [];
  for (const connector of connectors) {
    const isWanted = (hasKeys: boolean) => found.filter((write) => write.hasKeys === hasKeys).length < ofEachKind;
    if (!isWanted(true) && !isWanted(false)) break;
    const mayHaveKeys =
      connector.upstream.idempotencyHeader !== undefined ||
      connector.entities.some(({ actions }) => actions.create?.idempotencyHeader !== undefined);
    if (!isWanted(mayHaveKeys)) continue;
    const connection = await workspace.connect(connectionDraft(connector, vendors), `write-${connector.id}`);
    const write = await findCountableWrite(connector, connection, workspace, vendors);
    if (write !== undefined && isWanted(write.hasKeys)) found.push({ ...write, connection });
  }
  const kinds = new Set(found.map(({ hasKeys }) => hasKeys));
  if (kinds.size < 2)
    throw new Error('No connector was found with a create that can be counted, of one of both kinds.');
  return found;
}
