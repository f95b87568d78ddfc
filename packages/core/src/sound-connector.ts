import type { Connector } from '@connectory/connector-sdk';
import {
  brokenEventsRule,
  contractVersion,
  directActions,
  effects,
  isRead,
  personalKinds,
} from '@connectory/connector-sdk/engine';
import { entityPlans } from '@connectory/context-store';
import { z } from 'zod';

/**
 * Throws a `TypeError` that names the member for a connector made for another contract version, for what is no connector, and for a sync
 * plan that cannot work (spec/sync.md). Built-in connectors are checked by tests, plugins whenever they are loaded.
 */
export function requireSoundConnector(connector: Connector): void {
  const { id, contract } = connector;
  if (contract !== contractVersion) {
    throw new TypeError(
      `connector ${id} was made for contract ${contract}; this gateway supports ${contractVersion}. Install a matching version.`,
    );
  }
  const error = connectorError(connector);
  if (error !== undefined) throw new TypeError(`connector ${id} is malformed: ${error}`);
  entityPlans(connector);
}

// A schema of another copy of zod is as good as one of this copy, so that no class is asked for.
const objectSchema = z.custom<z.ZodObject>((value) => isZodObject(value), 'must be a zod object (zod 4)');
const callable = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function');
const text = z.string().min(1);
// Shown as a link in documents and pages.
const httpsUrl = z.string().regex(/^https:\/\/[^\s"<>]+$/);

const action = z.looseObject({
  summary: text,
  effect: z.enum(effects).optional(),
  params: objectSchema,
  syncOnly: objectSchema.optional(),
  routes: z
    .array(z.looseObject({ method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), path: z.string() }))
    .min(1),
  recordsAt: z.string(),
  recordAt: z.string(),
  paging: z
    .looseObject({
      param: z.string(),
      reads: z.array(z.string()),
      max: z.looseObject({ records: z.int().min(1), total: z.string().optional() }).optional(),
      next: callable,
    })
    .nullable(),
  meta: z.record(z.string(), z.looseObject({ reads: z.array(z.string()), read: callable })),
  request: callable,
  result: objectSchema.optional(),
  keep: callable.optional(),
  toRecord: callable.optional(),
  beyondContract: z.literal(true).optional(),
  idempotencyField: text.optional(),
  match: z.record(z.string(), z.string()).optional(),
  file: z
    .discriminatedUnion('as', [
      z.looseObject({ as: z.literal('raw') }),
      z.looseObject({ as: z.literal('multipart'), field: text }),
      z.looseObject({ as: z.literal('target'), target: z.looseObject({ urlAt: text }) }),
    ])
    .optional(),
  idHeader: text.optional(),
});

const entity = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'must be lower snake case'),
  summary: text,
  keywords: z.array(text).optional(),
  record: objectSchema,
  key: z.union([z.string(), z.array(z.string()), z.null()]),
  actions: z.partialRecord(z.enum(directActions), action.optional()),
  beyondContract: z.literal(true).optional(),
  search: z
    .looseObject({
      title: z.array(z.string()).optional(),
      link: z.string().optional(),
      get: z.record(z.string(), z.string()).optional(),
      fields: z.array(z.string()),
      beyondContract: z.array(z.string()).optional(),
      derived: z.record(z.string(), z.looseObject({})),
    })
    .nullable(),
  sync: z.looseObject({ via: z.string() }).nullable(),
});

const signatureTimestamp = z.looseObject({
  header: text,
  prefix: z.string(),
  unit: z.enum(['seconds', 'milliseconds', 'iso-8601']),
  toleranceSeconds: z.number().positive().max(86_400),
});

const registration = z.looseObject({
  webhooks: entity,
  url: text,
  secretAt: text.optional(),
  secretBy: z.enum(['get', 'update']).optional(),
  topics: z.looseObject({ at: text, all: z.array(text).max(50) }).optional(),
  each: z
    .looseObject({ entity: text, params: z.record(z.string(), text), partition: z.array(text).optional() })
    .optional(),
  permission: text,
});

const events = z.looseObject({
  documentation: httpsUrl,
  entities: z.array(z.string()).min(1),
  signature: z.union([
    z.looseObject({
      kind: z.literal('hmac'),
      header: text,
      algorithm: z.enum(['sha1', 'sha256', 'sha512']),
      encoding: z.enum(['hex', 'base64']),
      prefix: z.string(),
      separator: text.nullable(),
      content: text,
      timestamp: signatureTimestamp.nullable(),
      key: z.looseObject({ encoding: z.enum(['text', 'base64']), prefix: z.string() }),
    }),
    z.looseObject({ kind: z.literal('url') }),
    z.looseObject({
      kind: z.literal('ecdsa'),
      header: text,
      content: text,
      timestamp: signatureTimestamp,
    }),
  ]),
  secret: text.optional(),
  registration: registration.optional(),
  id: z.union([z.strictObject({ header: text }), z.strictObject({ body: text })]).optional(),
  handshake: callable.optional(),
  hints: callable,
});

const connectorShape = z.looseObject({
  id: z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
  kind: text,
  contractId: text.optional(),
  vendor: text,
  logo: z.strictObject({ path: text, color: text }).optional(),
  version: text,
  upstream: z.looseObject({
    baseUrl: text,
    documentation: httpsUrl,
    version: z.looseObject({ pinned: z.string(), sunset: z.string().nullable() }),
    authentication: z.record(
      z.string(),
      z.looseObject({
        scheme: z.enum(['bearer', 'basic', 'header', 'oauth2']),
        fields: z.record(z.string(), z.looseObject({ secret: z.boolean(), required: z.boolean() })),
        headers: z.record(z.string(), z.string()),
      }),
    ),
    settings: objectSchema,
    headers: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.string()).optional(),
    failure: z.looseObject({ message: z.array(z.string()) }),
    fileHosts: z.array(z.string()),
  }),
  entities: z.array(entity).min(1),
  meanings: z.record(z.string(), text).optional(),
  personal: z.partialRecord(z.enum([...personalKinds, 'none']), z.string()).optional(),
  check: z.looseObject({
    entity: z.string(),
    action: z.enum(directActions),
    params: z.record(z.string(), z.unknown()),
    account: z
      .union([
        z.strictObject({
          at: text,
          from: z
            .string()
            .regex(/^(GET|POST) https:\/\/\S+$/)
            .optional(),
        }),
        z.looseObject({ $value: z.literal('setting'), setting: z.string() }),
      ])
      .optional(),
  }),
  events: events.optional(),
});

const maxErrors = 3;

/**
 * What about a loaded value is not a connector, as places with their errors; undefined when it is one. Plugins come with a copy of
 * the SDK of their own, or are plain JavaScript, so nothing about their types is known.
 */
function connectorError(value: unknown): string | undefined {
  const shape = connectorShape.safeParse(value);
  if (!shape.success) {
    const errors = shape.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
    const more = errors.length > maxErrors ? ` (and ${errors.length - maxErrors} more)` : '';
    return errors.slice(0, maxErrors).join('; ') + more;
  }
  const { entities, check, events: declared } = value as Connector;
  const names = entities.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `entities: ${twice} is declared twice`;
  const checked = entities.find(({ name }) => name === check.entity)?.actions[check.action];
  if (checked === undefined) return `check: ${check.entity} has no action ${check.action}`;
  if (!isRead(check.action) || check.action === 'download') return `check: ${check.action} is no read`;
  const eventsRule = declared && brokenEventsRule(declared, entities);
  if (eventsRule) return `events: ${eventsRule}`;
  const paged = entities.flatMap(({ name, actions }) =>
    actions.list === undefined ? [] : [{ name, list: actions.list }],
  );
  const wrong = paged.find(({ list }) => list.paging !== null && !Object.hasOwn(list.params.shape, list.paging.param));
  return wrong && `${wrong.name} list: pages by ${wrong.list.paging?.param}, which is not one of its parameters`;
}

function isZodObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false;
  const { def } = value._zod as { readonly def?: { readonly type?: string } };
  return def?.type === 'object';
}
