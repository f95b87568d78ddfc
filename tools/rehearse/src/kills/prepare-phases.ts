import type { Connector } from '@connectory/connector-sdk';
import { entityPlans } from '@connectory/context-store';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import type { CopiedConnection } from '../copies/read-copies.ts';
import type { Dice } from '../dice.ts';
import { connectionDraft } from '../vendors/connection-draft.ts';
import type { Vendors } from '../vendors/vendors.ts';
import { findCountableWrites } from '../writes/find-countable-writes.ts';
import { ManagePhase } from './manage-phase.ts';
import type { PhaseSurroundings } from './phase.ts';
import { connectRotating, RefreshPhase } from './refresh-phase.ts';
import { SyncPhase } from './sync-phase.ts';
import { WritePhase } from './write-phase.ts';

/** The kinds of work that can be disturbed, each with its own connectors. */
export interface Phases {
  readonly sync: SyncPhase;
  readonly write: WritePhase;
  readonly refresh: RefreshPhase;
  readonly manage: ManagePhase;
}

/**
 * Connects connectors for every kind of work, and waits for the first passes of those whose copies are watched; `wantedPlans` is the
 * approximate number of copies of each.
 */
export async function preparePhases(
  surroundings: PhaseSurroundings,
  vendors: Vendors,
  dice: Dice,
  wantedPlans: number,
): Promise<Phases> {
  const { workspace } = surroundings;
  const shuffled = dice.shuffled(builtInConnectors);
  const taken = new Set<Connector>();
  const free = () => shuffled.filter((one) => !taken.has(one));
  const writes = await findCountableWrites(shuffled, workspace, vendors, 1);
  for (const one of shuffled) if (writes.some(({ connector }) => connector === one.id)) taken.add(one);
  const rotating = await connectRotating(free(), surroundings, vendors, 2);
  for (const { connector } of rotating) taken.add(connector);
  const distance = (one: Connector) => Math.abs(entityPlans(one).length - wantedPlans);
  const copied: CopiedConnection[] = [];
  for (const connector of free()
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 2)) {
    taken.add(connector);
    const id = await workspace.connect(connectionDraft(connector, vendors), `sync-${connector.id}`);
    copied.push({ connector, id });
  }
  const [managed] = free();
  if (managed === undefined || rotating.length === 0 || copied.length === 0) {
    throw new Error('There are too few connectors.');
  }
  const sync = new SyncPhase(surroundings, vendors, copied);
  await sync.prepare();
  return {
    sync,
    write: new WritePhase(surroundings, vendors, writes),
    refresh: new RefreshPhase(surroundings, vendors, rotating),
    manage: new ManagePhase(surroundings, connectionDraft(managed, vendors)),
  };
}
