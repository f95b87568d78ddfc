import type { Dice } from '../dice.ts';
import type { Answer, GatewayClient } from '../gateway/gateway-client.ts';
import { isFaultOfOurs } from '../gateway/is-fault-of-ours.ts';
import type { Workspace } from '../gateway/workspace.ts';
import { markerOf } from '../writes/countable-write.ts';
import type { ConnectedWrite } from '../writes/find-countable-writes.ts';
import { type Telling, writeUntilTold } from '../writes/write-until-told.ts';

/** One create, its outcome according to the caller, and its effects at the vendor. */
export interface Created {
  readonly write: ConnectedWrite;
  readonly marker: string;
  readonly telling: Telling;
  /** Responses that were the gateway's own errors. */
  readonly ours: number;
  readonly effects: number;
  /** Whether a repeat at the end returned the same response. */
  readonly replayed: boolean;
}

/** The creates to send, and the processes to send them to. */
export interface CreatePlan {
  readonly times: number;
  readonly writes: readonly ConnectedWrite[];
  readonly workspace: Workspace;
  readonly clients: readonly GatewayClient[];
  readonly dice: Dice;
  progress(text: string): void;
}

const callers = 32;
const patience = 60_000;

/** Runs all creates, 32 at a time. Each goes to a random process, some to two processes at once, and some callers disconnect. */
export async function createAll(plan: CreatePlan): Promise<readonly Created[]> {
  const created: Created[] = [];
  let next = 0;
  const work = async () => {
    while (next < plan.times) {
      const number = next++;
      created.push(await create(plan, number));
      if (created.length % 50 === 0) plan.progress(`${created.length} of ${plan.times} creates`);
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  return created;
}

/** Sends one create with its key to a process. */
export function sendCreate(
  workspace: Workspace,
  client: GatewayClient,
  { connection, entity, params }: ConnectedWrite,
  marker: string,
  signal?: AbortSignal,
): Promise<Answer> {
  return client.send('POST', `/api/v1/integrations/connectors/${connection}/execute`, {
    token: workspace.token,
    body: { entity, action: 'create', params: params(marker), intent: marker },
    headers: { 'idempotency-key': marker },
    ...(signal !== undefined && { signal }),
  });
}

async function create({ writes, workspace, clients, dice }: CreatePlan, number: number): Promise<Created> {
  const write = writes[number % writes.length] as ConnectedWrite;
  const marker = markerOf(`create${number}`);
  const [hangsUp, atOnce] = [dice.chance(0.03), dice.chance(0.1)];
  let ours = 0;
  const send = async (attempt: number) => {
    const signal = hangsUp && attempt === 1 ? AbortSignal.timeout(dice.integer(1, 40)) : undefined;
    const sendings = [sendCreate(workspace, dice.pick(clients), write, marker, signal)];
    if (atOnce && attempt === 1) sendings.push(sendCreate(workspace, dice.pick(clients), write, marker));
    const answers = await Promise.all(sendings);
    ours += answers.filter(isFaultOfOurs).length;
    return answers.find(({ status }) => status === 200) ?? (answers[0] as Answer);
  };
  return { write, marker, telling: await writeUntilTold(send, patience), ours, effects: 0, replayed: true };
}
