import type { Connector } from '@connectory/connector-sdk';
import type { CopiedConnection } from '../copies.ts';
import type { CountableWrite } from '../countable-write.ts';
import type { Workspace } from '../gateway.ts';
import { readOf } from '../kills/refresh-phase.ts';
import { connectionDraft, type Vendors } from '../vendors.ts';
import type { EffectLedger } from './effect-ledger.ts';

/** A call of an action, ready to be sent. */
export interface ReadyCall {
  readonly connection: string;
  readonly entity: string;
  readonly action: string;
  readonly params: unknown;
}

/** A workspace with a connection to each vendor, and the calls it may make. */
export interface Tenant {
  /** Part of the marks of its creates. */
  readonly tag: string;
  readonly workspace: Workspace;
  readonly vendors: Vendors;
  readonly ledger: EffectLedger;
  readonly connections: readonly CopiedConnection[];
  readonly reads: readonly ReadyCall[];
  readonly lists: readonly ReadyCall[];
  readonly downloads: readonly ReadyCall[];
  /** Entities with a copy. */
  readonly searched: readonly {
    readonly connection: string;
    readonly entity: string;
    readonly fields: readonly string[];
  }[];
  writes: readonly (CountableWrite & { readonly connection: string })[];
}

/** Connects a workspace with all vendors. */
export async function connectTenant(
  tag: string,
  workspace: Workspace,
  vendors: Vendors,
  ledger: EffectLedger,
): Promise<Tenant> {
  const connections: CopiedConnection[] = [];
  for (const connector of vendors.connectors)
    connections.push({ connector, id: await workspace.connect(connectionDraft(connector, vendors), connector.id) });
  const calls = (action: 'list' | 'get' | 'api_search' | 'download') =>
    connections.flatMap(({ connector, id }) => callsOf(connector, id, action, vendors));
  const lists = connections.flatMap(({ connector, id }): ReadyCall[] => {
    const read = readOf(connector, vendors);
    return read === undefined ? [] : [{ ...read, connection: id }];
  });
  return {
    tag,
    workspace,
    vendors,
    ledger,
    connections,
    reads: [...calls('list'), ...calls('get'), ...calls('api_search')],
    lists,
    downloads: calls('download'),
    searched: connections.flatMap(({ connector, id }) =>
      connector.entities.flatMap(({ name, search, sync }) =>
        search === null || sync === null || search.fields.length === 0
          ? []
          : [{ connection: id, entity: name, fields: search.fields }],
      ),
    ),
    writes: [],
  };
}

function callsOf(
  { id, entities }: Connector,
  connection: string,
  action: 'list' | 'get' | 'api_search' | 'download',
  { sandbox }: Vendors,
): readonly ReadyCall[] {
  return entities
    .filter(({ actions }) => actions[action] !== undefined)
    .map(({ name }) => ({ connection, entity: name, action, params: sandbox.example(id, name, action) }));
}
