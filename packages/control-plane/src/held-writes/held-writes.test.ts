import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, openControlPlane, setClockAhead } from '../../test/fixture.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import { noActor } from '../people/actor.ts';
import { type WorkspaceId, workspaceless } from '../workspaces.ts';
import type { Decision, HeldState, NewHeldWrite } from './held-write.ts';

const by: Decision = { tokenId: randomUUID(), person: { id: randomUUID(), name: 'Ada Marsh' } };
const day = 24 * 60 * 60 * 1_000;

describeDatabases('held writes', ({ open }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let acme: WorkspaceId = workspaceless;
  let other: WorkspaceId = workspaceless;
  const tokenId = randomUUID();
  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    acme = (await controlPlane.workspaces.create('acme')).id;
    other = (await controlPlane.workspaces.create('other')).id;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const newWrite = (changes: Partial<NewHeldWrite> = {}): NewHeldWrite => ({
    workspaceId: acme,
    connectionId: 'c0ffee00-0000-4000-8000-000000000000',
    connector: 'help-centre',
    entity: 'tickets',
    action: 'delete',
    effect: 'delete',
    tokenId,
    rootId: tokenId,
    actor: noActor,
    secondPerson: false,
    fingerprint: 'fingerprint',
    previewHash: 'preview',
    content: Buffer.from('{"params":{"id":1}}'),
    ...changes,
  });
  const hold = (changes?: Partial<NewHeldWrite>) => controlPlane.heldWrites.hold(newWrite(changes));
  const stateOf = async (id: string) => (await controlPlane.heldWrites.get(acme, id))?.state;
  const tables = () => database.tables<ControlPlaneTables>();

  it('are found by their id in their workspace only, with the content that was held', async () => {
    const held = await hold();
    expect(held).toMatchObject({ state: 'held', entity: 'tickets', decidedBy: null, key: `held-${held.id}` });
    expect(Date.parse(held.expiresAt) - Date.parse(held.createdAt)).toBe(day);
    const found = await controlPlane.heldWrites.get(acme, held.id);
    expect(found?.content?.toString()).toBe('{"params":{"id":1}}');
    expect(await controlPlane.heldWrites.get(other, held.id)).toBeNull();
    expect(await controlPlane.heldWrites.get(acme, 'nothing')).toBeNull();
  });

  it('are listed newest first, by state and by asker', async () => {
    const first = await hold();
    setClockAhead(1_000);
    const second = await hold({
      tokenId: randomUUID(),
      actor: { person: { id: 'p', name: '', email: 'a@b.c' }, agent: null },
    });
    const ids = async (request: object) =>
      (await controlPlane.heldWrites.list(acme, request)).items.map(({ id }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ asker: { tokenId, personId: null } })).toEqual([first.id]);
    expect(await ids({ asker: { tokenId: 'none', personId: 'p' } })).toEqual([second.id]);
    await controlPlane.heldWrites.refuse(first, by, 'No.');
    expect(await ids({ state: 'held' })).toEqual([second.id]);
    expect(await ids({ state: 'refused' })).toEqual([first.id]);
    const page = await controlPlane.heldWrites.list(acme, { limit: 1 });
    expect(await ids({ limit: 1, cursor: page.nextCursor })).toEqual([first.id]);
    expect(second.person).toEqual({ id: 'p', name: 'a@b.c' });
  });

  it('with an Idempotency-Key are held once, and the key of another write is refused', async () => {
    const held = await hold({ key: 'key' });
    expect((await hold({ key: 'key' })).id).toBe(held.id);
    for (const changes of [{ fingerprint: 'else' }, { tokenId: randomUUID() }])
      expect(await failureOf(hold({ key: 'key', ...changes }))).toMatchObject({ code: 'idempotency_conflict' });
    expect(await failureOf(hold({ key: 'é' }))).toMatchObject({ code: 'malformed_request' });
    expect((await controlPlane.heldWrites.withKey(acme, held.connectionId, 'key'))?.id).toBe(held.id);
    setClockAhead(2 * day + 1_000);
    expect((await hold({ key: 'key' })).id).not.toBe(held.id);
  });

  it('are decided once, whoever comes first', async () => {
    const held = await hold();
    const { heldWrites } = controlPlane;
    const decisions = await Promise.all([
      heldWrites.approve(held, by),
      heldWrites.approve(held, by),
      heldWrites.refuse(held, by, null),
    ]);
    expect(decisions.filter((won) => won)).toHaveLength(1);
    expect(await heldWrites.approve(held, by)).toBe(false);
  });

  it.each<HeldState>(['executed', 'failed', 'unknown', 'void'])('end once as %s, with their outcome', async (state) => {
    const held = await hold();
    const { heldWrites } = controlPlane;
    const end = { state: state as 'executed', status: 200, body: Buffer.from('{"data":{}}') };
    expect(await heldWrites.end(held, end)).toBe(false);
    await heldWrites.approve(held, by);
    expect(await heldWrites.approved(10)).toEqual([{ workspaceId: acme, id: held.id }]);
    expect(await heldWrites.end(held, end)).toBe(true);
    expect(await heldWrites.end(held, { state: 'failed' })).toBe(false);
    const found = await heldWrites.get(acme, held.id);
    expect(found).toMatchObject({ state, status: 200, decidedBy: by });
    expect(found?.outcome?.toString()).toBe('{"data":{}}');
    expect(await heldWrites.approved(10)).toEqual([]);
  });

  it('expire after a day, and cannot be decided then', async () => {
    const held = await hold();
    setClockAhead(day + 1_000);
    expect(await stateOf(held.id)).toBe('expired');
    expect(await controlPlane.heldWrites.approve(held, by)).toBe(false);
    expect((await controlPlane.heldWrites.list(acme, { state: 'expired' })).items).toHaveLength(1);
    expect(await controlPlane.heldWrites.expire(10)).toBe(1);
    expect(await controlPlane.heldWrites.expire(10)).toBe(0);
    const events = await controlPlane.lifecycleEvents.after(acme, 0, 10);
    expect(events.map(({ type }) => type)).toEqual(['held.created', 'held.expired']);
    expect(events[1]?.data).toMatchObject({ held_id: held.id, url: `/console/acme/approvals/${held.id}` });
    setClockAhead(40 * day);
    await controlPlane.upkeep.removeOld();
    expect(await stateOf(held.id)).toBeUndefined();
  });

  it('of one token are at most 100, and of another workspace do not count', async () => {
    for (let count = 0; count < 100; count++) await hold();
    expect(await failureOf(hold())).toMatchObject({ code: 'conflict' });
    await hold({ tokenId: randomUUID() });
    await hold({ workspaceId: other });
  });

  it.each([
    'workspace_id',
    'connection_id',
    'token_id',
    'root_id',
    'entity',
    'action',
    'fingerprint',
    'preview_hash',
  ] as const)('have no content any more once their %s was changed in the database', async (column) => {
    const { id } = await hold();
    const value = column === 'workspace_id' ? other : 'changed';
    await tables()
      .updateTable('held_writes')
      .set({ [column]: value })
      .where('id', '=', id)
      .execute();
    const workspace = column === 'workspace_id' ? other : acme;
    expect(await controlPlane.heldWrites.get(workspace, id)).toMatchObject({ id, content: null });
  });

  it('have no content any more once a byte of it was changed', async () => {
    const { id } = await hold();
    const { sealed } = await tables()
      .selectFrom('held_writes')
      .select('sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const changed = Buffer.from(sealed ?? randomBytes(1));
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await tables().updateTable('held_writes').set({ sealed: changed }).where('id', '=', id).execute();
    expect((await controlPlane.heldWrites.get(acme, id))?.content).toBeNull();
  });
});
