import type { components, operations } from './generated/gateway.generated.ts';
import { entriesOf, perPage } from './management.ts';
import { answerOf, type Transport } from './transport.ts';

type Schemas = components['schemas'];
type AuditQuery = NonNullable<operations['listAuditEntries']['parameters']['query']>;

/** One request as the audit keeps it: who did what through which connection, and how it ended. */
export type AuditEntry = Schemas['AuditEntry'];
/** A page of entries; `meta.next_cursor` is null on the last one. */
export type AuditPage = Schemas['AuditList'];
/** Which entries to read; all of them unless something is named. */
export type AuditFilter = Omit<AuditQuery, 'limit' | 'cursor'>;

/** Which page to read: `limit` is 1 to 100 entries, `cursor` the `next_cursor` of the page before. */
export type AuditPosition = Pick<AuditQuery, 'limit' | 'cursor'>;

/** The audit of a workspace. Needs the admin token, or a token that may manage. */
export class Audit {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** The entries that pass a filter, newest first. */
  list(filter: AuditFilter = {}): AsyncGenerator<AuditEntry, void> {
    return entriesOf((cursor) => this.page(filter, { limit: perPage, ...cursor }));
  }

  /** One page of these entries. It may hold fewer than `limit`, or none, while there is a next one. */
  page(filter: AuditFilter = {}, position: AuditPosition = {}): Promise<AuditPage> {
    const path = { workspace: this.#workspace };
    return answerOf(
      this.#transport.GET('/api/v1/workspaces/{workspace}/audit', {
        params: { path, query: { ...filter, ...position } },
      }),
    );
  }
}

/** The entries that belong to no workspace, such as those of requests that create one. Needs the admin token. */
export class GatewayAudit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The entries that pass a filter, newest first. */
  list(filter: AuditFilter = {}): AsyncGenerator<AuditEntry, void> {
    return entriesOf((cursor) =>
      answerOf(this.#transport.GET('/api/v1/audit', { params: { query: { ...filter, limit: perPage, ...cursor } } })),
    );
  }
}
