import { randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openControlPlane, setClockAhead } from '../../test/fixture.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { WorkspaceId } from '../workspaces.ts';
import type { AuditEntry, StoredAuditEntry } from './audit-entry.ts';
import type { AuditListRequest } from './audit-log.ts';

describeDatabases('states of audit entries', ({ open, openAgain }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let workspaceId: WorkspaceId;
  let errors: unknown[];
  beforeEach(async () => {
    database = await open();
    errors = [];
    controlPlane = await openControlPlane(database, { onError: (error) => errors.push(error) });
    workspaceId = (await controlPlane.workspaces.create('acme')).id;
  });
  afterEach(() => vi.restoreAllMocks());

  const started = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
    ...controlPlane.audit.moment(),
    workspaceId,
    tokenId: null,
    connectionId: null,
    connector: 'stripe',
    entity: 'customers',
    action: 'create',
    requestId: 'request-1',
    outcome: null,
    durationMs: null,
    dryRun: false,
    ...changes,
  });
  const finished = (entry: AuditEntry, outcome = 200): AuditEntry => ({ ...entry, outcome, durationMs: 7 });
  const listed = async (request: AuditListRequest = {}): Promise<readonly StoredAuditEntry[]> =>
    (await controlPlane.audit.list(workspaceId, request)).items;

  /** Ends the sign of life of the process that owns a started entry. Other processes go on, whenever their next heartbeat comes. */
  async function killOwner({ id }: AuditEntry): Promise<void> {
    await sql`delete from processes where id = (select owner from audit where id = ${id})`.execute(database.tables());
  }

  it('is started before and finished after, as one entry', async () => {
    const entry = started();
    await controlPlane.audit.begin(entry);
    expect(await listed()).toMatchObject([{ id: entry.id, state: 'started', outcome: null, durationMs: null }]);
    await controlPlane.audit.recordDurably(finished(entry));
    expect(await listed()).toMatchObject([{ id: entry.id, state: 'finished', outcome: 200, durationMs: 7 }]);
  });

  it('is followed in the order of storing once it has ended, also by a process that died, in workspaces that ask for it', async () => {
    const { audit, workspaces } = controlPlane;
    const followed = async (position = '') => {
      setClockAhead(11_000);
      const found = await audit.storedAfter(workspaceId, position, 10);
      vi.restoreAllMocks();
      return found.map(({ entry, position: at }) => ({ id: entry.id, state: entry.state, at }));
    };
    await audit.recordDurably(finished(started()));
    expect(await followed()).toEqual([]);
    audit.stream(new Set([workspaceId]));
    const [long, short, lost] = [started(), started(), started()];
    for (const entry of [long, lost]) await audit.begin(entry);
    await audit.recordDurably(finished(short));
    expect(await audit.storedAfter(workspaceId, '', 10)).toEqual([]);
    expect(await followed()).toMatchObject([{ id: short.id, state: 'finished' }]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await audit.recordDurably(finished(long));
    const [first, second] = await followed();
    expect([first?.id, second?.id]).toEqual([short.id, long.id]);
    await killOwner(lost);
    const next = await openControlPlane(await openAgain(database), { onError: (error) => errors.push(error) });
    next.audit.stream(new Set([workspaceId]));
    await next.audit.closeInterrupted();
    expect(await followed(second?.at)).toMatchObject([{ id: lost.id, state: 'interrupted' }]);
    const other = (await workspaces.create('other')).id;
    expect(await audit.storedAfter(other, '', 10)).toEqual([]);
  });

  it('is stored for many writes at once with few transactions', async () => {
    const entries = Array.from({ length: 300 }, () => started());
    await Promise.all(entries.map((entry) => controlPlane.audit.begin(entry)));
    expect(await listed({ state: 'started', limit: 1000 })).toHaveLength(300);
    await Promise.all(entries.map((entry) => controlPlane.audit.recordDurably(finished(entry))));
    expect(await listed({ state: 'started', limit: 1000 })).toEqual([]);
  });

  it('is interrupted when its process died, until that turns out to live', async () => {
    const remote = await openControlPlane(await openAgain(database));
    const [theirs, mine] = [started({ requestId: 'theirs' }), started({ requestId: 'mine' })];
    await remote.audit.begin(theirs);
    await controlPlane.audit.begin(mine);
    expect((await listed()).map(({ state }) => state)).toEqual(['started', 'started']);
    await killOwner(theirs);
    expect(await listed({ state: 'interrupted' })).toMatchObject([{ requestId: 'theirs', outcome: null }]);
    expect(await listed({ state: 'started' })).toMatchObject([{ requestId: 'mine' }]);
    await remote.audit.recordDurably(finished(theirs));
    expect(await listed({ state: 'interrupted' })).toEqual([]);
    expect(await listed({ state: 'finished' })).toMatchObject([{ requestId: 'theirs', outcome: 200 }]);
  });

  it('is closed by the upkeep of the next process', async () => {
    const dead = await openControlPlane(await openAgain(database));
    const theirs = started();
    await dead.audit.begin(theirs);
    await killOwner(theirs);
    controlPlane.upkeep.start();
    const states = () => database.tables<{ audit: { state: string } }>().selectFrom('audit').select('state').execute();
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'interrupted' }]));
    expect(errors).toEqual([]);
  });

  it('does not begin when it cannot be stored, and leaves no entry that seems to run', async () => {
    await controlPlane.audit.begin(started({ requestId: 'before' }));
    await sql`alter table audit rename to away`.execute(database.tables());
    const entries = Array.from({ length: 20 }, () => started());
    const begun = await Promise.allSettled(entries.map((entry) => controlPlane.audit.begin(entry)));
    expect(new Set(begun.map(({ status }) => status))).toEqual(new Set(['rejected']));
    for (const entry of entries) controlPlane.audit.record(finished(entry, 503));
    expect(controlPlane.audit.failures).toBeGreaterThan(0);
    expect(errors.length).toBeGreaterThan(0);
    await sql`alter table away rename to audit`.execute(database.tables());
    expect(await listed({ state: 'started' })).toMatchObject([{ requestId: 'before' }]);
    expect(await listed({ outcome: 503 })).toHaveLength(20);
  });

  it('keeps the order of the requests when the clock is set back', async () => {
    const real = Date.now.bind(Date);
    const jump = vi.spyOn(Date, 'now');
    for (let n = 0; n < 30; n++) {
      jump.mockImplementation(() => real() + ([0, 3_600_000, 0, -3_600_000][n % 4] ?? 0));
      controlPlane.audit.record(finished(started({ requestId: `r${n}` })));
    }
    const order = (await listed()).map(({ requestId }) => requestId);
    expect(order).toEqual(Array.from({ length: 30 }, (_, n) => `r${29 - n}`));
  });

  it('finds entries by every member that can be asked for', async () => {
    const connectionId = randomUUID();
    const at = (minute: number) => new Date(1_700_000_000_000 + minute * 60_000).toISOString();
    const record = (minute: number, changes: Partial<AuditEntry>) =>
      controlPlane.audit.record({ ...finished(started({ at: at(minute), requestId: `r${minute}` })), ...changes });
    record(1, {});
    record(2, { entity: 'invoices', action: 'list' });
    record(3, { kind: 'manage', entity: 'tokens', action: 'create', subjectId: connectionId });
    record(4, { outcome: 404, connectionId });
    record(5, { kind: 'manage', entity: 'tokens', action: 'delete', outcome: 404 });
    const ids = async (request: AuditListRequest) => (await listed(request)).map(({ requestId }) => requestId);
    expect(await ids({ kind: 'manage' })).toEqual(['r5', 'r3']);
    expect(await ids({ kind: 'execute' })).toEqual(['r4', 'r2', 'r1']);
    expect(await ids({ entity: 'tokens', action: 'create' })).toEqual(['r3']);
    expect(await ids({ outcome: 404 })).toEqual(['r5', 'r4']);
    expect(await ids({ outcome: 404, kind: 'manage' })).toEqual(['r5']);
    expect(await ids({ connectionId, outcome: 200 })).toEqual([]);
    expect(await ids({ from: at(2), to: at(4) })).toEqual(['r3', 'r2']);
    expect(await ids({ from: '2023-11-14T23:15:20+01:00', to: at(9), state: 'finished' })).toEqual([
      'r5',
      'r4',
      'r3',
      'r2',
    ]);
    expect((await listed({ kind: 'manage', action: 'create' }))[0]).toMatchObject({ subjectId: connectionId });
  });

  it('looks at 10,000 entries for one page at most, and goes on from there', async () => {
    for (let n = 0; n < 20_500; n++) {
      controlPlane.audit.record(finished(started({ entity: n === 100 || n === 20_400 ? 'rare' : 'customers' })));
      if (n % 5_000 === 0) await controlPlane.audit.flush();
    }
    const pages: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await controlPlane.audit.list(workspaceId, { entity: 'rare', cursor });
      pages.push(page.items.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual([1, 0, 1]);
  });
});
