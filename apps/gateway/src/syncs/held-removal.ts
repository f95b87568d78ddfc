import { randomUUID } from 'node:crypto';
import type { HeldRemoval } from '@connectory/context-store';
import type { AuditEntry, AuditMoment } from '@connectory/control-plane';
import type { StoredConnection } from '@connectory/core';

/** The audit entry of a pass that kept a large share of records which it did not see. No token asked for it. */
export function heldRemovalEntry(
  moment: AuditMoment,
  { id, workspaceId, connector }: StoredConnection,
  entity: string,
  { records }: HeldRemoval,
): AuditEntry {
  return {
    ...moment,
    kind: 'manage',
    workspaceId,
    tokenId: null,
    connectionId: id,
    connector: connector.id,
    entity: 'syncs',
    action: 'hold_removal',
    subjectId: entity,
    requestId: randomUUID(),
    outcome: 200,
    records,
    durationMs: 0,
    dryRun: false,
  };
}
