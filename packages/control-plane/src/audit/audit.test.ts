import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest';
import { failureOf, openControlPlane } from '../../test/fixture.ts';
import { ProcessLife } from '../processes/process-life.ts';
import type { WorkspaceId } from '../workspaces.ts';
import { Audit } from './audit.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditListRequest } from './audit-log.ts';

describeDatabases('audit', ({ open }) => {
  let database: Database;
  let audit: Audit;
  let workspaceId: WorkspaceId;
  const lives: ProcessLife[] = [];
  let onError: Mock<(error: unknown) => void>;
  beforeEach(async () => {
    database = await open();
    const controlPlane = await openControlPlane(database);
    workspaceId = (await controlPlane.workspaces.create('acme')).id;
    onError = vi.fn();
    const life = new ProcessLife(database, onError);
    lives.push(life);
    audit = new Audit(database, life, onError);
  });

  afterEach(async () => {
    for (const life of lives.splice(0)) await life.close();
  });

  const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
    id: randomUUID(),
    at: new Date(1_700_000_000_000).toISOString(),
    workspaceId,
    tokenId: null,
    connectionId: null,
    connector: 'stripe',
    entity: 'customers',
    action: 'list',
    requestId: 'request-1',
    outcome: 200,
    durationMs: 12.4,
    dryRun: false,
    ...changes,
  });

  async function storedRows(): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*) as n from audit`.execute(database.tables());
    return rows[0]?.n ?? -1;
  }

  it('stores every field of an entry', async () => {
    const [tokenId, connectionId] = [randomUUID(), randomUUID()];
    const full = entry({
      tokenId,
      connectionId,
      intent: 'find the "duplicate" customer\nof ÜX',
      outcome: 504,
      errorCode: 'upstream_timeout',
      upstreamStatus: 502,
      records: 7,
      dryRun: true,
      recordKey: { owner: 'acme', number: '7', note: 'x'.repeat(300) },
      via: 'mcp',
      actor: { person: { id: tokenId, name: '', email: 'ada@acme.example' }, agent: 'Claude' },
    });
    audit.record(full);
    const early = entry({ at: new Date(0).toISOString() });
    audit.record(early);
    const { items } = await audit.list(workspaceId);
    expect(items).toEqual([
      {
        ...full,
        intent: 'find the "duplicate" customer\uFFFDof ÜX',
        durationMs: 12,
        recordKey: { owner: 'acme', number: '7', note: 'x'.repeat(256) },
        kind: 'execute',
        state: 'finished',
        subjectId: null,
        actor: { person: { id: tokenId, name: 'ada@acme.example' }, agent: 'Claude' },
      },
      {
        ...early,
        kind: 'execute',
        state: 'finished',
        subjectId: null,
        intent: null,
        errorCode: null,
        upstreamStatus: null,
        records: null,
        recordKey: null,
        via: 'api',
        actor: { person: null, agent: null },
        durationMs: 12,
      },
    ]);
    for (const person of [tokenId, 'ada@acme.example']) {
      expect((await audit.list(workspaceId, { person })).items.map(({ id }) => id)).toEqual([full.id]);
    }
  });

  it('buffers reads and stores them together soon', async () => {
    for (let n = 0; n < 20; n++) audit.record(entry());
    expect(await storedRows()).toBe(0);
    while ((await storedRows()) === 0) await delay(10);
    expect(await storedRows()).toBe(20);
  });

  it('does not wait for the timer when 500 entries have come', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    for (let n = 0; n < 499; n++) audit.record(entry());
    const before = timer.mock.calls.length;
    audit.record(entry());
    timer.mockRestore();
    await audit.flush();
    expect(before).toBe(1);
    expect(await storedRows()).toBe(500);
  });

  it('resolves for a write when it is stored, with everything before it', async () => {
    audit.record(entry());
    await audit.recordDurably(entry({ action: 'create' }));
    expect(await storedRows()).toBe(2);
    await Promise.all(Array.from({ length: 50 }, () => audit.recordDurably(entry({ action: 'create' }))));
    expect(await storedRows()).toBe(52);
  });

  it('stores what is left when the control plane closes', async () => {
    const controlPlane = await openControlPlane(database);
    for (let n = 0; n < 1_234; n++) controlPlane.audit.record(entry());
    await controlPlane.close();
    expect(await storedRows()).toBe(1_234);
  });

  it('lists newest first, page by page, and by connection', async () => {
    const connectionId = randomUUID();
    const times = Array.from({ length: 25 }, (_, n) => new Date(1_700_000_000_000 + Math.floor(n / 3)).toISOString());
    for (const [n, at] of times.entries())
      audit.record(entry({ at, requestId: `r${n}`, connectionId: n % 5 ? null : connectionId }));
    const listed = [];
    let cursor: string | undefined;
    do {
      const page = await audit.list(workspaceId, { limit: 4, cursor });
      listed.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(listed.map(({ at }) => at)).toEqual(times.toReversed());
    expect(new Set(listed.map(({ requestId }) => requestId)).size).toBe(25);
    const ofConnection = await audit.list(workspaceId, { connectionId });
    expect(ofConnection.items.map(({ requestId }) => requestId).sort()).toEqual(['r0', 'r10', 'r15', 'r20', 'r5']);
    expect((await audit.list(workspaceId, { connectionId: '\0' })).items).toEqual([]);
    expect(await failureOf(audit.list(workspaceId, { cursor: 'x' }))).toMatchObject({ code: 'invalid_cursor' });
  });

  it('finds the requests about a record, of a token, over one way, and those that failed', async () => {
    const tokenId = randomUUID();
    audit.record(entry({ requestId: 'deleted', action: 'delete', recordKey: { id: 'cus_1' }, via: 'mcp', tokenId }));
    audit.record(entry({ requestId: 'quoted', recordKey: { id: 'a"cus_1' }, errorCode: 'record_not_found' }));
    audit.record(entry({ requestId: 'listed' }));
    const found = async (filter: AuditListRequest) =>
      (await audit.list(workspaceId, filter)).items.map(({ requestId }) => requestId).sort();
    expect(await found({ recordKey: 'cus_1' })).toEqual(['deleted']);
    expect(await found({ recordKey: 'a"cus_1' })).toEqual(['quoted']);
    expect(await found({ recordKey: 'cus_' })).toEqual([]);
    expect(await found({ recordKey: '%' })).toEqual([]);
    expect(await found({ tokenId })).toEqual(['deleted']);
    expect(await found({ via: 'mcp' })).toEqual(['deleted']);
    expect(await found({ failed: true })).toEqual(['quoted']);
    expect(await found({ failed: false })).toEqual(['deleted', 'listed']);
  });

  it('gives one entry by its ID, within its workspace and the policy', async () => {
    const moment = audit.moment();
    audit.record(entry({ ...moment, requestId: 'one' }));
    expect(await audit.get(workspaceId, moment.id)).toMatchObject({ ...moment, requestId: 'one' });
    expect(await audit.get(workspaceId, moment.id, { connectors: ['stripe'] })).toMatchObject(moment);
    expect(await audit.get(workspaceId, moment.id, { connectors: ['github'] })).toBeNull();
    expect(await audit.get(workspaceId, moment.id, { connectors: [] })).toBeNull();
    expect(await audit.get('' as WorkspaceId, moment.id)).toBeNull();
    expect(await audit.get(workspaceId, audit.moment().id)).toBeNull();
    for (const id of [randomUUID(), 'ffffffff-ffff-7fff-bfff-ffffffffffff', "' or 1=1"])
      expect(await audit.get(workspaceId, id)).toBeNull();
  });

  it('stores whatever a hostile request put into an entry', async () => {
    const hostile = ['\0', '\ud800', "'; drop table audit; --", 'x'.repeat(1_000_000), '\u202e', '{"a":1}', '\\u0000'];
    for (const text of hostile) {
      audit.record(
        entry({
          tokenId: text,
          connectionId: text,
          connector: text,
          entity: text,
          action: text,
          requestId: text,
          intent: text,
          errorCode: text,
        }),
      );
    }
    for (const number of [Number.NaN, -1, 1e300, Number.POSITIVE_INFINITY]) {
      audit.record(entry({ outcome: number, durationMs: number, records: number, upstreamStatus: number }));
    }
    await audit.flush();
    const { items } = await audit.list(workspaceId);
    expect(items).toHaveLength(hostile.length + 4);
    for (const item of items) {
      expect(item.entity?.length).toBeLessThanOrEqual(128);
      expect(item.intent?.length ?? 0).toBeLessThanOrEqual(512);
    }
  });

  it('keeps entries while the database fails, stores them once afterwards, and says so', async () => {
    await sql`alter table audit rename to away`.execute(database.tables());
    audit.record(entry());
    await expect(audit.recordDurably(entry())).rejects.toThrow(/audit/);
    for (let n = 0; n < 500; n++) audit.record(entry());
    await vi.waitFor(() => expect(onError).toHaveBeenCalled());
    await sql`alter table away rename to audit`.execute(database.tables());
    await audit.flush();
    await audit.flush();
    expect(await storedRows()).toBe(502);
    expect(audit.lost).toBe(0);
  });

  it('drops the oldest entries, and counts them, when the database stays away', async () => {
    await sql`alter table audit rename to away`.execute(database.tables());
    for (let n = 0; n < 20_100; n++) audit.record(entry({ requestId: `r${n}` }));
    expect(audit.lost).toBeGreaterThanOrEqual(100);
    await sql`alter table away rename to audit`.execute(database.tables());
    await audit.flush();
    expect((await storedRows()) + audit.lost).toBe(20_100);
    const { rows } = await sql`select 1 from audit where request_id = 'r20099'`.execute(database.tables());
    expect(rows).toHaveLength(1);
  });
});
