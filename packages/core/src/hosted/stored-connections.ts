import type { Connector } from '@connectory/connector-sdk';
import type { SyncConnection, SyncDirectory, SyncSchedule } from '@connectory/context-store';
import type {
  Connection,
  ConnectionSync,
  ControlPlane,
  Page,
  PageRequest,
  WorkspaceId,
} from '@connectory/control-plane';
import { connectorOf } from '../own-fields/own-connector.ts';
import type { Registry } from '../registry.ts';

const pageSize = 500;

/**
 * The connections to keep in sync: those of all workspaces that are not paused and whose connector is installed. Passes of one that needs a new authorization
 * try again at each interval, because vendors also reject credentials by mistake.
 */
export class ConnectionDirectory implements SyncDirectory {
  readonly #controlPlane: ControlPlane;
  readonly #registry: Registry;

  constructor(controlPlane: ControlPlane, registry: Registry) {
    this.#controlPlane = controlPlane;
    this.#registry = registry;
  }

  async *connections(): AsyncGenerator<SyncConnection> {
    for await (const connection of allConnections(this.#controlPlane)) {
      if (connection.paused) continue;
      const registered = await connectorOf({ registry: this.#registry, controlPlane: this.#controlPlane }, connection);
      if (registered === undefined) continue;
      yield new StoredConnection(connection, registered.connector);
    }
  }
}

/** The connections of all workspaces. */
export async function* allConnections({ workspaces, connections }: ControlPlane): AsyncGenerator<Connection> {
  for await (const { id } of all((page) => workspaces.list(page))) yield* all((page) => connections.list(id, page));
}

async function* all<Item>(list: (page: PageRequest) => Promise<Page<Item>>): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await list({ limit: pageSize, cursor });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** A connection of the control plane for the sync engine. It keeps its workspace, which every lookup needs. */
export class StoredConnection implements SyncConnection {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly schedule: SyncSchedule;

  constructor({ id, workspaceId, settings, sync }: Connection, connector: Connector) {
    this.id = id;
    this.workspaceId = workspaceId;
    this.connector = connector;
    this.settings = settings;
    this.schedule = scheduleOf(sync);
  }
}

function scheduleOf({ intervalMinutes, entities = {} }: ConnectionSync): SyncSchedule {
  const seconds = (minutes: number | undefined) => (minutes === undefined ? {} : { intervalSeconds: minutes * 60 });
  return {
    ...seconds(intervalMinutes),
    entities: Object.fromEntries(
      Object.entries(entities).map(([name, { intervalMinutes: own, enabled = true }]) => [
        name,
        { ...seconds(own), enabled },
      ]),
    ),
  };
}
