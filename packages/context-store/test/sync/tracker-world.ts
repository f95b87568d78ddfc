import { GatewayError } from '@connectory/errors';
import type { ContextStore, StoredRecord } from '../../src/stores/context-store.ts';
import { entityPlans } from '../../src/sync/entity-plan.ts';
import type { PageRequest, SourcePage, SyncConnection, SyncSource } from '../../src/sync/sync-source.ts';

interface Row {
  /** Values of the parameters it is listed under. */
  readonly place: Readonly<Record<string, unknown>>;
  /** What pages are ordered by. */
  readonly position: string;
  readonly record: Readonly<Record<string, unknown>>;
}

type EntityName = 'accounts' | 'repositories' | 'issues' | 'comments' | 'logins';

/** The records of the made-up upstream, by entity and key, and its behavior. */
export class TrackerWorld implements SyncSource {
  readonly #rows: Readonly<Record<EntityName, Map<string, Row>>> = {
    accounts: new Map(),
    repositories: new Map(),
    issues: new Map(),
    comments: new Map(),
    logins: new Map(),
  };
  /** Every requested page. */
  readonly asked: PageRequest[] = [];
  /** Runs before a page is read: may change the records, throw, or return the page itself. */
  onRead: (request: PageRequest) => SourcePage | undefined = () => undefined;

  /** Adds or replaces an account, which has one login, or two if its ID is odd; `time` is ISO text. */
  account(id: number, name: string, time: string | null = null, plan: unknown = null): void {
    const position = String(id).padStart(6, '0');
    const record = { id, name, updated_at: time, plan };
    this.#rows.accounts.set(String(id), { place: {}, position, record });
    for (const login of id % 2 === 0 ? [`${id}a`] : [`${id}a`, `${id}b`]) {
      this.#rows.logins.set(`${id}/${login}`, { place: {}, position: login, record: { id: login, account: id } });
    }
  }

  repository(owner: string, repo: string): void {
    const record = { id: `R-${owner}-${repo}`, owner: { login: owner }, name: repo };
    this.#rows.repositories.set(`${owner}/${repo}`, { place: { owner, repo }, position: '', record });
  }

  issue(owner: string, repo: string, number: number, title: string, time: string | null = null): void {
    const position = String(number).padStart(6, '0');
    const record = { number, title, updated_at: time };
    this.#rows.issues.set(`${owner}/${repo}#${number}`, { place: { owner, repo }, position, record });
  }

  comment(owner: string, repo: string, number: number, id: string, body: string): void {
    const row = { place: { owner, repo, number }, position: id, record: { id, body } };
    this.#rows.comments.set(`${owner}/${repo}#${number}/${id}`, row);
  }

  /** Removes a record by its identity (`1`, `ada/engine`, `ada/engine#1`, `ada/engine#1/c1`), and what is below it. */
  remove(entity: EntityName, identity: string): void {
    this.#rows[entity].delete(identity);
    const below = entity === 'repositories' ? `${identity}#` : `${identity}/`;
    if (entity === 'comments' || entity === 'logins') return;
    for (const rows of entity === 'accounts' ? [this.#rows.logins] : [this.#rows.issues, this.#rows.comments]) {
      for (const name of rows.keys()) if (name.startsWith(below)) rows.delete(name);
    }
  }

  /** Identities of what there is. */
  identities(entity: EntityName): readonly string[] {
    return [...this.#rows[entity].keys()];
  }

  async readPage(request: PageRequest): Promise<SourcePage> {
    this.asked.push(request);
    const given = this.onRead(request);
    if (given !== undefined) return given;
    const { params } = request;
    const entity = request.entity.name as EntityName;
    if (request.action === 'get' && entity === 'issues') return { records: [this.#issue(params)], nextParams: null };
    this.#requireParent(entity, params);
    const rows = [...this.#rows[entity].values()]
      .filter(({ place }) => Object.entries(place).every(([name, value]) => params[name] === value))
      .filter(({ record }) => isSince(record.updated_at, params))
      .filter(({ record: { account } }) => account === undefined || listOf(params.accounts).includes(String(account)))
      .filter(({ position }) => typeof params.cursor !== 'string' || position > params.cursor)
      .sort((one, other) => (one.position < other.position ? -1 : 1));
    const page = rows.slice(0, typeof params.limit === 'number' ? params.limit : 2);
    const last = page.at(-1);
    const nextParams = last !== undefined && rows.length > page.length ? { cursor: last.position } : null;
    return { records: page.map(({ record }) => structuredClone(record)), nextParams };
  }

  #issue({ owner, repo, number }: PageRequest['params']): unknown {
    const row = this.#rows.issues.get(`${owner}/${repo}#${number}`);
    if (row === undefined) throw new GatewayError('record_not_found', 'Tracker has no such issue.');
    return structuredClone(row.record);
  }

  /** What the copy of a connection has to hold: the document of every record by entity and key. */
  expectedCopy({ settings, connector }: SyncConnection): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    const listed = settings.repositories as readonly string[];
    const isListed = ({ place: { owner, repo } }: Row) => owner === undefined || listed.includes(`${owner}/${repo}`);
    const copy = (entity: EntityName, identity: string) =>
      Object.fromEntries(
        [...this.#rows[entity].values()].filter(isListed).map((row) => {
          const key = [...Object.values(row.place).map(String), String(row.record[identity])];
          return [JSON.stringify(key), documentOf(row.record)];
        }),
      );
    return {
      accounts: copy('accounts', 'id'),
      repositories: copy('repositories', 'id'),
      issues: copy('issues', 'number'),
      comments: copy('comments', 'id'),
      ...(connector.entities.some(({ name }) => name === 'logins') && { logins: copy('logins', 'id') }),
    };
  }

  #requireParent(entity: EntityName, { owner, repo, number }: PageRequest['params']): void {
    const repository = `${owner}/${repo}`;
    const isThere =
      entity === 'accounts' ||
      entity === 'logins' ||
      (entity === 'comments'
        ? this.#rows.issues.has(`${repository}#${number}`)
        : this.#rows.repositories.has(repository));
    if (!isThere) throw new GatewayError('record_not_found', 'Tracker has no such record.');
  }
}

/** A world of five accounts, three repositories, three issues of one of them, and three comments on one of these. */
export function smallWorld(): TrackerWorld {
  const world = new TrackerWorld();
  for (const id of [1, 2, 3, 4, 5]) world.account(id, `Account ${id}`, '2026-02-01T00:00:00Z', { tier: 'gold' });
  const repositories = [
    ['ada', 'engine'],
    ['bob', 'attic'],
    ['eve', 'elsewhere'],
  ] as const;
  for (const [owner, repo] of repositories) world.repository(owner, repo);
  for (const number of [1, 2, 3]) world.issue('ada', 'engine', number, `Issue ${number}`, '2026-02-02T00:00:00Z');
  for (const id of ['a', 'b', 'c']) world.comment('ada', 'engine', 2, id, `Comment ${id}`);
  return world;
}

/** What the copy of a connection holds: the document of every record by entity and key. */
export async function copyOf(
  store: ContextStore,
  connection: SyncConnection,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const copy: Record<string, Record<string, StoredRecord['document']>> = {};
  for (const { entity, layout } of entityPlans(connection.connector)) {
    const records = await store.listRecords({ connectionId: connection.id, layout }, null, 100_000);
    copy[entity.name] = Object.fromEntries(records.map(({ key, document }) => [key, document]));
  }
  return copy;
}

const listOf = (values: unknown) => (typeof values === 'string' ? values.split(',') : []);

function isSince(time: unknown, { since, updated }: PageRequest['params']): boolean {
  const seconds = (updated as { since?: number } | undefined)?.since;
  const from = typeof since === 'string' ? Date.parse(since) : seconds === undefined ? undefined : seconds * 1000;
  return from === undefined || (typeof time === 'string' && Date.parse(time) >= from);
}

// Search fields of the made-up records: null values are omitted, one is computed, one is nested.
function documentOf(record: Row['record']): Readonly<Record<string, unknown>> {
  const { owner, plan } = record as { owner?: { login: string }; plan?: { tier?: string } | null };
  const fields = {
    ...record,
    ...(owner !== undefined && { owner: null, 'owner.login': owner.login }),
    ...(plan?.tier !== undefined && { 'plan.tier': plan.tier.toUpperCase() }),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
