import type { Connector } from '@connectory/connector-sdk';
import type { SyncConnection } from '@connectory/context-store';
import type { Connection, WorkspaceId } from '@connectory/control-plane';

/** A connection of the control plane for the sync engine. It keeps its workspace, which every lookup needs. */
export class StoredConnection implements SyncConnection {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;

  constructor({ id, workspaceId, settings }: Connection, connector: Connector) {
    this.id = id;
    this.workspaceId = workspaceId;
    this.connector = connector;
    this.settings = settings;
  }
}
