import type { Connector, Entity, RawValue } from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import type { Workspace } from '../gateway/workspace.ts';
import type { Vendors } from '../vendors/vendors.ts';

/** A create whose effects can be counted, because a string of its caller is stored in the vendor's record. */
export interface CountableWrite {
  readonly connector: string;
  readonly entity: string;
  /** Whether the vendor supports idempotency keys for it. */
  readonly hasKeys: boolean;
  /** Parameters that put the string into the record. */
  params(marker: string): Readonly<Record<string, unknown>>;
}

const mostAttempts = 12;
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
    for (const path of placesFor(connector, entity, vendors)) {
      if (attempts++ >= mostAttempts) return undefined;
      const example = vendors.sandbox.example(connector.id, entity.name, 'create');
      const params = (marker: string) => withText(example, path, marker);
      const marker = markerOf(`0probe${attempts}`);
      const call = { entity: entity.name, action: 'create', params: params(marker) };
      const { status } = await workspace.execute(connection, call);
      if (status !== 200 || countEffects(vendors, connector.id, entity.name).get(marker) !== 1) continue;
      const header = entity.actions.create?.idempotencyHeader ?? connector.upstream.idempotencyHeader;
      return { connector: connector.id, entity: entity.name, hasKeys: header !== undefined, params };
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

function placesFor(connector: Connector, entity: Entity, vendors: Vendors): readonly Path[] {
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
  let place = copy;
  for (const name of path.slice(0, -1)) place = place[name];
  place[path.at(-1) ?? ''] = text;
  return copy;
}
