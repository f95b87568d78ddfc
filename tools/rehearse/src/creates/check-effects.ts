import type { Failures } from '../failures.ts';
import type { Workspace } from '../gateway/workspace.ts';
import type { Vendors } from '../vendors/vendors.ts';
import { countEffects } from '../writes/countable-write.ts';
import { type Created, sendCreate } from './create-all.ts';

const repeated = 200;

/**
 * Repeats successful creates, which must return the stored response. Then counts the effects of all creates at the vendor, and records
 * contradictions to the callers' responses.
 */
export async function checkEffects(
  created: readonly Created[],
  workspace: Workspace,
  vendors: Vendors,
  failures: Failures,
): Promise<readonly Created[]> {
  const done = created.filter(({ telling }) => telling.told === 'done');
  const unreplayed = new Set<Created>();
  const step = Math.max(1, Math.floor(done.length / repeated));
  for (let index = 0; index < done.length; index += step) {
    const one = done[index] as Created;
    const { status, json, text } = await sendCreate(workspace, workspace.client, one.write, one.marker);
    if (status === 200 && json?.meta?.idempotent_replay === true) continue;
    unreplayed.add(one);
    failures.add('not replayed', `${one.marker} of ${one.write.connector}: ${status} ${text}`);
  }
  const counts = new Map(
    [...new Set(created.map(({ write }) => write))].map((write) => [
      write,
      countEffects(vendors, write.connector, write.entity),
    ]),
  );
  return created.map((one): Created => {
    const effects = counts.get(one.write)?.get(one.marker) ?? 0;
    const { told, last, sent } = one.telling;
    const fits =
      effects === 1 ? told === 'done' || told === 'unknown' : effects === 0 && told !== 'done' && told !== 'untold';
    if (!fits) {
      const seen = `${one.marker} of ${one.write.connector}: ${effects} effects`;
      failures.add('does not fit', `${seen}, told ${told} after ${sent} sends: ${last.status} ${last.text}`);
    }
    return { ...one, effects, replayed: !unreplayed.has(one) };
  });
}
