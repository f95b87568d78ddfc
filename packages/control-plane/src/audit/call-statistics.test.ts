import { randomUUID } from 'node:crypto';
import { describeDatabases } from '@connectory/database/testing';
import { beforeEach, expect, it } from 'vitest';
import { openControlPlane } from '../../test/fixture.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { WorkspaceId } from '../workspaces.ts';
import type { AuditEntry } from './audit-entry.ts';

describeDatabases('figures of calls', ({ open }) => {
  const hour = 3_600_000;
  const from = Date.parse('2026-11-28T00:00:00.000Z');
  const day = { from, intervalHours: 6, intervals: 4 };
  const [stripe, github, tokenId] = [randomUUID(), randomUUID(), randomUUID()];
  let controlPlane: ControlPlane;
  let workspaceId: WorkspaceId;
  beforeEach(async () => {
    controlPlane = await openControlPlane(await open());
    workspaceId = (await controlPlane.workspaces.create('acme')).id;
  });

  const record = (at: number, changes: Partial<AuditEntry> = {}) =>
    controlPlane.audit.record({
      id: randomUUID(),
      at: new Date(from + at).toISOString(),
      workspaceId,
      tokenId: null,
      connectionId: stripe,
      connector: 'stripe',
      entity: 'customers',
      action: 'list',
      requestId: 'r',
      outcome: 200,
      durationMs: 10,
      dryRun: false,
      ...changes,
    });

  it('are counted by interval and by connection', async () => {
    for (let call = 0; call < 95; call += 1) record(call * 1_000);
    for (let call = 0; call < 5; call += 1)
      record(7 * hour, { durationMs: 1_234, errorCode: 'internal', outcome: 500 });
    record(23 * hour, { connectionId: github, connector: 'github', durationMs: 77, tokenId });
    record(-1);
    record(24 * hour);
    record(0, { kind: 'manage' });
    record(0, { outcome: null, durationMs: null });
    const { totals, intervals, connections } = await controlPlane.audit.calls(workspaceId, day);
    expect(totals).toEqual({ calls: 101, errors: 5, p95: 77 });
    expect(intervals).toEqual([
      { at: '2026-11-28T00:00:00.000Z', calls: 95, errors: 0, p95: 10 },
      { at: '2026-11-28T06:00:00.000Z', calls: 5, errors: 5, p95: 1_200 },
      { at: '2026-11-28T12:00:00.000Z', calls: 0, errors: 0, p95: null },
      { at: '2026-11-28T18:00:00.000Z', calls: 1, errors: 0, p95: 77 },
    ]);
    expect(Object.fromEntries(connections)).toEqual({
      [stripe]: { calls: 100, errors: 5, p95: 10 },
      [github]: { calls: 1, errors: 0, p95: 77 },
    });
  });

  it('are those of allowed connections and of one token where that is asked', async () => {
    record(0);
    record(0, { connectionId: github, connector: 'github', tokenId });
    const callsOf = async (more: object) => [
      ...(await controlPlane.audit.calls(workspaceId, { ...day, ...more })).connections.keys(),
    ];
    expect(await callsOf({ policy: { connectors: ['github'] } })).toEqual([github]);
    expect(await callsOf({ policy: { connectors: [] } })).toEqual([]);
    expect(await callsOf({ tokenId })).toEqual([github]);
    const stranger = await controlPlane.workspaces.create('stranger');
    expect((await controlPlane.audit.calls(stranger.id, day)).totals).toEqual({ calls: 0, errors: 0, p95: null });
  });

  it('are complete when there are more than one statement reads', async () => {
    for (let call = 0; call < 12_000; call += 1) record(call);
    expect((await controlPlane.audit.calls(workspaceId, day)).totals).toEqual({ calls: 12_000, errors: 0, p95: 10 });
  });
});
