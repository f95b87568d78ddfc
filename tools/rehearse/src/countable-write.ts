import { setTimeout as delay } from 'node:timers/promises';
import type { Connector, Entity, RawValue } from '@connectory/connector-sdk';
import { describeConnector, idempotencyPathOf } from '@connectory/connector-sdk/engine';
import type { GatewayResponse, Workspace } from './gateway.ts';
import { connectionDraft, type Vendors } from './vendors.ts';

/** A create whose effects can be counted, because a string of its caller is stored in the vendor's record. */
export interface CountableWrite {
  readonly connector: string;
  readonly entity: string;
  /** Whether the vendor supports idempotency keys for it. */
  readonly hasKeys: boolean;
  /** Parameters that put the string into the record. */
  params(marker: string): Readonly<Record<string, unknown>>;
}

const maxAttempts = 12;
const likely = /name|title|subject|text|description|body|content|note|comment|message|label/;

/**
 * Finds a create of a connector by trial: parameters are taken from the simulated vendor, and one of their strings is replaced by a mark
 * that must appear in a record. Undefined for a connector without such a create.
 */
export async function findCountableWrite(
  connector: Connector,
  connection: string,
  workspace: Workspace,
  vendors: Vendors,
): Promise<CountableWrite | undefined> {
  const entities = connector.entities.filter(({ actions }) => actions.create !== undefined);
  let attempts = 0;
  for (const entity of entities) {
    for (const path of textPathsOf(connector, entity, vendors)) {
      if (attempts++ >= maxAttempts) return undefined;
      const example = vendors.sandbox.example(connector.id, entity.name, 'create');
      const params = (marker: string) => withText(example, path, marker);
      const marker = markerOf(`0probe${attempts}`);
      const call = { entity: entity.name, action: 'create', params: params(marker) };
      const { status } = await workspace.execute(connection, call);
      if (status !== 200 || countEffects(vendors, connector.id, entity.name).get(marker) !== 1) continue;
      const hasKeys = idempotencyPathOf(entity.actions.create ?? {}, connector.upstream) !== undefined;
      return { connector: connector.id, entity: entity.name, hasKeys, params };
    }
  }
  return undefined;
}

/** A string that identifies one write, and can be found in any string that contains it. */
export const markerOf = (name: string): string => `mark-${name}-end`;

/** Returns how many records of an entity have each mark. */
export function countEffects(vendors: Vendors, connector: string, entity: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const record of vendors.sandbox.records(connector, entity)) {
    const marks = new Set(JSON.stringify(record).match(/mark-[a-z0-9]+-end/g));
    for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

type Path = readonly string[];

function textPathsOf(connector: Connector, entity: Entity, vendors: Vendors): readonly Path[] {
  const example = vendors.sandbox.example(connector.id, entity.name, 'create');
  const manifest = describeConnector(connector).entities.find(({ name }) => name === entity.name);
  const params: RawValue = manifest?.actions.find(({ action }) => action === 'create')?.params;
  const given = textsIn(example, []);
  const offered = Object.entries<RawValue>(params?.properties ?? {})
    .filter(([name, schema]) => !Object.hasOwn(example, name) && isFreeText(schema))
    .map(([name]): Path => [name]);
  const all = [...given, ...offered];
  return [...all.filter((path) => likely.test(path.at(-1) ?? '')), ...offered.slice(0, 2)];
}

const isFreeText = (schema: RawValue) =>
  schema.type === 'string' && schema.enum === undefined && schema.pattern === undefined && schema.format === undefined;

function textsIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}

function withText(example: Readonly<Record<string, unknown>>, path: Path, text: string): Record<string, unknown> {
  const copy: RawValue = structuredClone(example);
  let target = copy;
  for (const name of path.slice(0, -1)) target = target[name];
  target[path.at(-1) ?? ''] = text;
  return copy;
}

/** A countable write and the connection it goes through. */
export interface ConnectedWrite extends CountableWrite {
  readonly connection: string;
}

/**
 * Connects connectors one after the other until there are enough writes whose vendor supports idempotency keys, and enough whose vendor
 * does not. Throws an `Error` if there are not enough.
 */
export async function findCountableWrites(
  connectors: readonly Connector[],
  workspace: Workspace,
  vendors: Vendors,
  ofEachKind: number,
): Promise<readonly ConnectedWrite[]> {
  const found: ConnectedWrite[] = [];
  for (const connector of connectors) {
    const isWanted = (hasKeys: boolean) => found.filter((write) => write.hasKeys === hasKeys).length < ofEachKind;
    if (!isWanted(true) && !isWanted(false)) break;
    const mayHaveKeys = connector.entities.some(
      ({ actions: { create = {} } }) => idempotencyPathOf(create, connector.upstream) !== undefined,
    );
    if (!isWanted(mayHaveKeys)) continue;
    const connection = await workspace.connect(connectionDraft(connector, vendors), `write-${connector.id}`);
    const write = await findCountableWrite(connector, connection, workspace, vendors);
    if (write !== undefined && isWanted(write.hasKeys)) found.push({ ...write, connection });
  }
  const kinds = new Set(found.map(({ hasKeys }) => hasKeys));
  if (kinds.size < 2)
    throw new Error('No connector was found with a create that can be counted, of one of both kinds.');
  return found;
}

/** The final outcome of a keyed write according to the caller, and how it was learned. */
interface Settled {
  /** `done`: it was carried out. `unknown`: it may have been. `refused`: it was not. `unsettled`: no response settled it in time. */
  readonly outcome: 'done' | 'unknown' | 'refused' | 'unsettled';
  readonly sent: number;
  readonly last: GatewayResponse;
}

const maxWait = 2_000;

/**
 * Repeats a write with its key as instructed by the responses, until one is final, for at most `patience` milliseconds. `send` receives the
 * number of the attempt.
 */
export async function writeUntilSettled(
  send: (attempt: number) => Promise<GatewayResponse>,
  patience: number,
): Promise<Settled> {
  const begun = performance.now();
  for (let sent = 1; ; sent += 1) {
    const last = await send(sent);
    const outcome = outcomeOf(last);
    if (outcome !== undefined) return { outcome, sent, last };
    if (performance.now() - begun > patience) return { outcome: 'unsettled', sent, last };
    const seconds = Number(last.headers['retry-after'] ?? 0);
    await delay(Math.min(maxWait, Math.max(20 * Math.min(sent, 10), seconds * 1000)));
  }
}

function outcomeOf({ status, json }: GatewayResponse): Exclude<Settled['outcome'], 'unsettled'> | undefined {
  if (status >= 200 && status < 300) return 'done';
  if (status === 0 || json?.retryable === true) return undefined;
  return json?.outcome === 'unknown' ? 'unknown' : 'refused';
}

/** Sends one create with its key. */
export function sendCreate(workspace: Workspace, write: ConnectedWrite, marker: string): Promise<GatewayResponse> {
  const { connection, entity, params } = write;
  const body = { entity, action: 'create', params: params(marker), intent: marker };
  return workspace.execute(connection, body, { headers: { 'idempotency-key': marker } });
}
