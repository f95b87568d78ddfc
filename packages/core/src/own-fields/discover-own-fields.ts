import {
  type Connector,
  type DefinitionsRead,
  type Entity,
  type OwnField,
  type OwnFields,
  type RawValue,
  valueAt,
} from '@connectory/connector-sdk';
import { type FoundField, withOwnEntities } from '@connectory/connector-sdk/engine';
import { reactionTo, type SyncSource } from '@connectory/context-store';
import type { Connection, ControlPlane } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { toGatewayError } from '../errors.ts';
import { StoredConnection } from '../hosted/stored-connections.ts';
import type { Registry } from '../registry.ts';
import {
  definitionsOf,
  type FailedDiscovery,
  type FoundEntity,
  noContent,
  type OwnContent,
  requireInstalled,
} from './own-connector.ts';

/** Dependencies of discovering. */
export interface DiscoveryParts {
  readonly registry: Registry;
  readonly controlPlane: { readonly connections: Pick<ControlPlane['connections'], 'ownFields' | 'storeOwnFields'> };
  readonly source: SyncSource;
}

const maxPages = 50;
const maxRows = 10_000;
const maxParents = 500;
const maxFields = 2_000;
const maxEntities = 100;
const maxKeptLength = 16_384;
const maxOptions = 500;
const maxText = 500;
const maxContentLength = 8 * 1024 * 1024;

/** Whether the account of a connection can have fields or entities of its own. */
export function canHaveOwnFields({ entities, ownEntities }: Connector): boolean {
  return ownEntities !== undefined || entities.some(({ ownFields }) => ownFields !== undefined);
}

/**
 * Reads at the vendor which entities and fields the account of a connection has added, and stores it. What cannot be read stays as it was,
 * with the reason; what the vendor no longer has stays with the time since when. Returns the new revision. Throws `connector_not_found`,
 * the reason of the signal, and errors that concern the whole connection.
 */
export async function discoverOwnFields(
  { registry, controlPlane, source }: DiscoveryParts,
  connection: Connection,
  signal: AbortSignal,
): Promise<string> {
  const { connector } = requireInstalled(registry.get(connection.connector), connection);
  const stored = await controlPlane.connections.ownFields(connection.workspaceId, connection.id);
  const before = stored === null ? noContent : (JSON.parse(stored.content) as OwnContent);
  const now = new Date().toISOString();
  const failed: FailedDiscovery[] = [];
  const account = new StoredConnection(connection, connector);
  const read = definitionsReader(source, account, signal);
  const attempt = async <Result>(entity: string, former: Result, discover: () => Promise<Result>): Promise<Result> => {
    try {
      return await discover();
    } catch (thrown) {
      if (signal.aborted || reactionTo(thrown).kind !== 'partition') throw thrown;
      const { code, message } = toGatewayError(thrown);
      failed.push({ entity, code, message });
      return former;
    }
  };
  const { ownEntities } = connector;
  const entities =
    ownEntities === undefined
      ? []
      : await attempt('', before.entities, async () =>
          withFormerEntities(keptOf(await read(ownEntities.reads), ownEntities.keep), before.entities, now),
        );
  const fields: [string, readonly FoundField[]][] = [];
  for (const { name, ownFields } of withOwnEntities(connector, definitionsOf({ ...noContent, entities }))) {
    if (ownFields === undefined) continue;
    const former = before.fields[name] ?? [];
    const found = await attempt(name, former, async () =>
      withFormer(
        fieldsOf(await read(ownFields.reads), ownFields.fields),
        former,
        isSample(ownFields.reads) ? null : now,
      ),
    );
    fields.push([name, found]);
  }
  const content = JSON.stringify({ entities, fields: Object.fromEntries(fields), failed } satisfies OwnContent);
  if (content.length > maxContentLength) {
    throw new GatewayError('payload_too_large', 'The account has more fields than this gateway stores: 8 MiB.');
  }
  return controlPlane.connections.storeOwnFields(connection.workspaceId, connection.id, content);
}

// What several entities need is read once.
function definitionsReader(source: SyncSource, connection: StoredConnection, signal: AbortSignal) {
  const known = new Map<string, Promise<readonly RawValue[]>>();
  const once = (read: DefinitionsRead): Promise<readonly RawValue[]> => {
    const name = JSON.stringify(read);
    const rows = known.get(name) ?? rowsOf(read);
    known.set(name, rows);
    return rows;
  };
  const rowsOf = async ({ entity: name, params = {}, pages = maxPages, each }: DefinitionsRead) => {
    const entity = connection.connector.entities.find((one) => one.name === name) as Entity;
    const parents = each === undefined ? [{}] : (await once(each)).slice(0, maxParents);
    const found: RawValue[] = [];
    for (const parent of parents) {
      const bound = Object.entries(each?.bind ?? {}).map(([param, field]) => [param, valueAt(parent, field)]);
      const first = { ...params, ...Object.fromEntries(bound) };
      let next: Readonly<Record<string, unknown>> | null = first;
      for (let page = 0; page < pages && next !== null && found.length < maxRows; page += 1) {
        const { records, nextParams } = await source.readPage({
          connection,
          entity,
          action: 'list',
          params: next,
          signal,
        });
        found.push(...records);
        next = nextParams === null ? null : { ...first, ...nextParams };
      }
    }
    return found;
  };
  return async (reads: readonly DefinitionsRead[]): Promise<readonly RawValue[]> => {
    const found: (readonly RawValue[])[] = [];
    for (const one of reads) found.push(await once(one));
    return found.flat();
  };
}

function keptOf(
  rows: readonly RawValue[],
  keep: (definition: RawValue) => Readonly<Record<string, unknown>> | null,
): readonly Readonly<Record<string, unknown>>[] {
  return rows
    .map((row) => keep(row))
    .filter((kept) => kept !== null)
    .filter((kept) => JSON.stringify(kept).length <= maxKeptLength)
    .slice(0, maxEntities);
}

// Definitions of one entity that were found before and are missing now; the name of the entity identifies it.
function withFormerEntities(
  found: readonly Readonly<Record<string, unknown>>[],
  former: readonly FoundEntity[],
  now: string,
): readonly FoundEntity[] {
  const idOf = (kept: Readonly<Record<string, unknown>>) => String(valueAt(kept, 'name'));
  const names = new Set(found.map(idOf));
  const gone = former.filter(({ kept }) => !names.has(idOf(kept)));
  return [
    ...found.map((kept) => ({ kept, goneAt: null })),
    ...gone.map(({ kept, goneAt }) => ({ kept, goneAt: goneAt ?? now })),
  ].slice(0, maxEntities);
}

/**
 * The fields of listed definitions, each once: one that is found with different types is of type `any`, one that is found with different
 * options has all of them.
 */
function fieldsOf(rows: readonly RawValue[], read: OwnFields['fields']): readonly OwnField[] {
  const fields = new Map<string, OwnField>();
  for (const row of rows) {
    for (const field of read(row, rows)) {
      const known = fields.get(field.name);
      if (!isPath(field.name)) continue;
      if (known === undefined) fields.set(field.name, bounded(field));
      else if (known.type !== field.type || known.format !== field.format) {
        fields.set(field.name, { name: known.name, label: known.label, type: 'any' });
      } else if (known.options !== undefined || field.options !== undefined) {
        const options = [...(known.options ?? []), ...(field.options ?? [])];
        const unique = new Map(options.map((option) => [option.value, option]));
        fields.set(field.name, bounded({ ...known, options: [...unique.values()] }));
      }
    }
  }
  return [...fields.values()].slice(0, maxFields);
}

// A field that a few records lack may be in others.
const isSample = (reads: readonly DefinitionsRead[]) => reads.some(({ pages }) => pages !== undefined);

const isPath = (name: string) =>
  name.length <= 200 && name.split('.').every((part) => part !== '' && part !== '__proto__');

function bounded({ name, label, type, format, description, options, byChoice }: OwnField): OwnField {
  return {
    name,
    label: label.slice(0, maxText),
    type,
    ...(format !== undefined && { format }),
    ...(description !== undefined && description !== '' && { description: description.slice(0, maxText) }),
    ...(options !== undefined &&
      options.length > 0 && {
        options: options.slice(0, maxOptions).map(({ value, label: text }) => ({
          value: value.slice(0, maxText),
          label: text.slice(0, maxText),
        })),
      }),
    ...(byChoice && { byChoice }),
  };
}

function withFormer(
  found: readonly OwnField[],
  former: readonly FoundField[],
  goneAt: string | null,
): readonly FoundField[] {
  const names = new Set(found.map(({ name }) => name));
  const gone = former.filter(({ name }) => !names.has(name));
  return [
    ...found.map((field) => ({ ...field, goneAt: null })),
    ...gone.map((field) => ({ ...field, goneAt: field.goneAt ?? goneAt })),
  ].slice(0, maxFields);
}
