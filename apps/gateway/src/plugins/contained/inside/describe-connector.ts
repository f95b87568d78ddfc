import type { Connector, Entity, RawValue } from '@connectory/connector-sdk';
import type { ActionData, ConnectorData, EntityData, EventsData } from '../connector-data.ts';
import { describeSchema, type LeftOut } from './describe-schema.ts';

/** Data that the code of a loaded connector needs in addition to itself. */
export interface DescribedConnector {
  readonly data: ConnectorData;
  /** Schemas of parameters with rules that only the schemas themselves can apply. */
  readonly ruled: ReadonlySet<unknown>;
}

/** Describes everything of a connector except its functions. Throws if a part is not valid. */
export function describeConnector(connector: Connector): DescribedConnector {
  const ruled = new Set<unknown>();
  const describe = (schema: RawValue) => {
    const leftOut: LeftOut = { rule: false };
    const data = describeSchema(schema, leftOut);
    if (leftOut.rule) ruled.add(schema);
    return data;
  };
  const { upstream, entities, events, ...declared } = connector;
  const { settings, ...rest } = upstream;
  const data = {
    declared,
    upstream: rest,
    settings: describe(settings),
    hasSettingRules: Object.entries(settings.shape).some(
      ([name, schema]) => !gatewaySettings.has(name) && isRuled(schema),
    ),
    entities: entities.map((entity) => describeEntity(entity, describe, ruled)),
    events: events && describeEvents(events, (entity) => describeEntity(entity, describe, ruled)),
  };
  return { data, ruled };
}

function describeEvents(
  { handshake, hints, registration, ...declared }: RawValue,
  describe: (entity: Entity) => EntityData,
): EventsData {
  const registered = registration && { ...registration, webhooks: describe(registration.webhooks) };
  return { declared, responsesHandshakes: handshake !== undefined, registration: registered };
}

type Describe = (schema: RawValue) => ReturnType<typeof describeSchema>;

function describeEntity(entity: Entity, describe: Describe, ruled: ReadonlySet<unknown>): EntityData {
  const { record, actions, search, sync, ...declared } = entity;
  return {
    declared,
    record: describe(record),
    actions: mapped(actions, (action: RawValue) => describeAction(action, describe, ruled)),
    search: search && {
      ...(search.title !== undefined && { title: search.title }),
      ...(search.link !== undefined && { link: search.link }),
      ...(search.get !== undefined && { get: search.get }),
      fields: search.fields,
      ...(search.beyondContract !== undefined && { beyondContract: search.beyondContract }),
      derived: mapped(search.derived, ({ type, from, ...declared }: RawValue) => ({
        type: describe(type),
        declared,
        isComputed: from !== undefined,
      })),
    },
    sync: sync && { ...sync, ...(sync.each !== undefined && { each: describeEach(sync.each) }) },
  };
}

// A parent is an entity itself, so its name is enough.
function describeEach(each: RawValue): RawValue {
  if (!('setting' in each)) return { name: each.name };
  const { otherwise, ...partitions } = each;
  return { ...partitions, ...(otherwise !== undefined && { otherwise: { name: otherwise.name } }) };
}

function describeAction(action: RawValue, describe: Describe, ruled: ReadonlySet<unknown>): ActionData {
  const { params, syncOnly, result, paging, meta, request, keep, toRecord, ...declared } = action;
  const { next, ...pages } = paging ?? { next: {} };
  const described = { params: describe(params), syncOnly: syncOnly && describe(syncOnly) };
  return {
    declared,
    ...described,
    result: result && describe(result),
    plain: declarationOf(request),
    paging: paging && { ...pages, by: declarationOf(next) },
    meta: mapped(meta, ({ type, reads, read }: RawValue) => ({ type: describe(type), reads, at: declarationOf(read) })),
    shapesRows: keep !== undefined || toRecord !== undefined,
    hasRules: [params, syncOnly].some((schema) => ruled.has(schema)),
  };
}

// The mark the SDK sets on a function derived from data; the SDK itself would take time to load.
const declarationOf = (run: RawValue): RawValue => run[Symbol.for('connectory.declared')];

// The gateway has its own rules for these.
const gatewaySettings: ReadonlySet<string> = new Set(['base_url', 'api_version']);

function isRuled(schema: RawValue): boolean {
  const leftOut: LeftOut = { rule: false };
  describeSchema(schema, leftOut);
  return leftOut.rule;
}

const mapped = <Value>(members: RawValue, map: (member: RawValue) => Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));
