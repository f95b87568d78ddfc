import type { RawValue } from '@connectory/connector-sdk';
import { sendCreate } from '../creates/create-all.ts';
import type { Answer } from '../gateway/gateway-client.ts';
import type { Vendors } from '../vendors/vendors.ts';
import { countEffects, markerOf } from '../writes/countable-write.ts';
import type { ConnectedWrite } from '../writes/find-countable-writes.ts';
import { writeUntilTold } from '../writes/write-until-told.ts';
import type { Phase, PhaseSurroundings, RunningWork } from './phase.ts';

const atOnce = 8;

interface Sent {
  readonly write: ConnectedWrite;
  readonly marker: string;
}

/** Keyed writes in flight: afterwards each was carried out once or is reported as unknown, and has its audit entry. */
export class WritePhase implements Phase {
  readonly longest: number = 300;
  readonly #surroundings: PhaseSurroundings;
  readonly #vendors: Vendors;
  readonly #writes: readonly ConnectedWrite[];
  readonly #sent: Sent[] = [];

  constructor(surroundings: PhaseSurroundings, vendors: Vendors, writes: readonly ConnectedWrite[]) {
    this.#surroundings = surroundings;
    this.#vendors = vendors;
    this.#writes = writes;
  }

  async begin(round: number): Promise<RunningWork> {
    const { workspace } = this.#surroundings;
    const sent = Array.from({ length: atOnce }, (_, index): Sent => {
      const write = this.#writes[index % this.#writes.length] as ConnectedWrite;
      return { write, marker: markerOf(`kill${round}x${index}`) };
    });
    this.#sent.push(...sent);
    const answers = new Map<string, Answer>();
    const calls = sent.map(async ({ write, marker }) => {
      answers.set(marker, await sendCreate(workspace, workspace.client, write, marker));
    });
    return {
      isUnderWay: () => answers.size < sent.length,
      settle: async () => {
        await Promise.all(calls);
      },
      verify: () => this.#verify(sent, answers),
    };
  }

  async #verify(sent: readonly Sent[], answers: ReadonlyMap<string, Answer>): Promise<void> {
    const { workspace, failures } = this.#surroundings;
    await Promise.all(
      sent.map(async ({ write, marker }) => {
        const again = () => sendCreate(workspace, workspace.client, write, marker);
        const { told, last } = await writeUntilTold(again, this.#surroundings.longestStuck);
        const count = this.#effectsOf(write, marker);
        const about = `${marker} of ${write.connector}: ${count} effects, before the kill ${answers.get(marker)?.status}, after it ${told}: ${last.status} ${last.text}`;
        if (told === 'untold') failures.add('write: stuck', about);
        if (told === 'done' && count === 0) failures.add('write: lost', about);
        if (told === 'refused') failures.add('write: refused', about);
        if (answers.get(marker)?.status === 200 && told !== 'done') failures.add('write: not replayed', about);
      }),
    );
  }

  #effectsOf({ connector, entity }: ConnectedWrite, marker: string): number {
    return countEffects(this.#vendors, connector, entity).get(marker) ?? 0;
  }

  async conclude(): Promise<void> {
    const { workspace, failures } = this.#surroundings;
    const counts = new Map(
      this.#writes.map((write) => [write, countEffects(this.#vendors, write.connector, write.entity)]),
    );
    const rows: readonly RawValue[] = await workspace.client.askAll(`${workspace.path}/audit`, workspace.adminToken);
    const audited = new Set(rows.map(({ intent }) => intent));
    for (const { write, marker } of this.#sent) {
      const count = counts.get(write)?.get(marker) ?? 0;
      if (count > 1) failures.add('write: doubled', `${marker} of ${write.connector}: ${count} effects`);
      if (count > 0 && !audited.has(marker))
        failures.add('write: without a row in the audit', `${marker} of ${write.connector}`);
    }
  }
}
