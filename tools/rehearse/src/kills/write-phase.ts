import type { RawValue } from '@connectory/connector-sdk';
import { type ConnectedWrite, countEffects, markerOf, sendCreate, writeUntilSettled } from '../countable-write.ts';
import type { GatewayResponse } from '../gateway.ts';
import type { Vendors } from '../vendors.ts';
import type { Phase, PhaseContext, RunningWork } from './phase.ts';

const atOnce = 8;

interface Sent {
  readonly write: ConnectedWrite;
  readonly marker: string;
}

/** Keyed writes in flight: afterwards each was carried out once or is reported as unknown, and has its audit entry. */
export class WritePhase implements Phase {
  readonly maxMilliseconds: number = 300;
  readonly #context: PhaseContext;
  readonly #vendors: Vendors;
  readonly #writes: readonly ConnectedWrite[];
  readonly #sent: Sent[] = [];

  constructor(context: PhaseContext, vendors: Vendors, writes: readonly ConnectedWrite[]) {
    this.#context = context;
    this.#vendors = vendors;
    this.#writes = writes;
  }

  async begin(round: number): Promise<RunningWork> {
    const { workspace } = this.#context;
    const sent = Array.from({ length: atOnce }, (_, index): Sent => {
      const write = this.#writes[index % this.#writes.length] as ConnectedWrite;
      return { write, marker: markerOf(`kill${round}x${index}`) };
    });
    this.#sent.push(...sent);
    const responses = new Map<string, GatewayResponse>();
    const calls = sent.map(async ({ write, marker }) => {
      responses.set(marker, await sendCreate(workspace, write, marker));
    });
    return {
      isUnderWay: () => responses.size < sent.length,
      settle: async () => {
        await Promise.all(calls);
      },
      verify: () => this.#verify(sent, responses),
    };
  }

  async #verify(sent: readonly Sent[], responses: ReadonlyMap<string, GatewayResponse>): Promise<void> {
    const { workspace, failures } = this.#context;
    await Promise.all(
      sent.map(async ({ write, marker }) => {
        const again = () => sendCreate(workspace, write, marker);
        const { outcome, last } = await writeUntilSettled(again, this.#context.maxStuck);
        const count = this.#effectsOf(write, marker);
        const about = `${marker} of ${write.connector}: ${count} effects, before the kill ${responses.get(marker)?.status}, after it ${outcome}: ${last.status} ${last.text}`;
        if (outcome === 'unsettled') failures.add('write: stuck', about);
        if (outcome === 'done' && count === 0) failures.add('write: lost', about);
        if (outcome === 'refused') failures.add('write: refused', about);
        if (responses.get(marker)?.status === 200 && outcome !== 'done') failures.add('write: not replayed', about);
      }),
    );
  }

  #effectsOf({ connector, entity }: ConnectedWrite, marker: string): number {
    return countEffects(this.#vendors, connector, entity).get(marker) ?? 0;
  }

  async conclude(): Promise<void> {
    const { workspace, failures } = this.#context;
    const counts = new Map(
      this.#writes.map((write) => [write, countEffects(this.#vendors, write.connector, write.entity)]),
    );
    const rows: readonly RawValue[] = await workspace.client.askAll(`${workspace.path}/audit`, workspace.adminToken);
    const audited = new Set(rows.map(({ intent }) => intent));
    for (const { write, marker } of this.#sent) {
      const count = counts.get(write)?.get(marker) ?? 0;
      if (count > 1) failures.add('write: doubled', `${marker} of ${write.connector}: ${count} effects`);
      if (count > 0 && !audited.has(marker))
        failures.add('write: without an audit entry', `${marker} of ${write.connector}`);
    }
  }
}
