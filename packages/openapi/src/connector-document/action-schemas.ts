import { jsonSchema, publishedRecord } from '@connectory/connector-sdk/engine';
import { dottedPath, executeBounds } from '@connectory/errors/validation';
import type { ComponentReference } from '../component-reference.ts';
import { typeName } from './component-names.ts';
import type { DescribedAction } from './described-action.ts';
import { isObject, type JsonObject } from './json-object.ts';
import { recordSchema, sentSchema } from './portable-schema.ts';
import type { SchemaComponents } from './schema-components.ts';
import { searchSchemas } from './search-schemas.ts';

/** The schemas of one action: its parameters and its result. `result` is null for a file. */
export interface ActionSchemas {
  readonly request: ComponentReference;
  readonly result: ComponentReference | null;
}

/** Adds the schemas of an action to the components of its document. */
export function actionSchemas(described: DescribedAction, components: SchemaComponents): ActionSchemas {
  const { entity, action } = described;
  const name = typeName(entity.name, action.action);
  const search = described.kind === 'search' ? searchSchemas(entity, components) : undefined;
  const paramsSchema = search?.params ?? sentSchema(action.params, `${name}Parameters`, components);
  const params = components.add(`${name}Parameters`, paramsSchema);
  const needsParams = Array.isArray(paramsSchema.required) && paramsSchema.required.length > 0;
  const request = components.add(`${name}Request`, {
    type: 'object',
    ...(needsParams && { required: ['params'] }),
    additionalProperties: false,
    properties: { params, ...sharedMembers(components) },
  });
  const result = action.result === 'file' ? null : resultSchema(described, search?.record, name, components);
  return { request, result };
}

function sharedMembers(components: SchemaComponents): JsonObject {
  return {
    select_fields: components.add('SelectFields', {
      description: 'Dotted paths of the only fields to return with the key; takes precedence over `exclude_fields`.',
      ...fieldPaths,
    }),
    exclude_fields: components.add('ExcludeFields', {
      description: 'Dotted paths of fields to leave out of the response; the key stays.',
      ...fieldPaths,
    }),
    intent: components.add('Intent', {
      type: ['string', 'null'],
      maxLength: executeBounds.maxIntent,
      description: 'Why the call is made; kept in the audit.',
    }),
  };
}

const fieldPaths = {
  type: 'array',
  maxItems: executeBounds.maxPaths,
  items: { type: 'string', maxLength: executeBounds.maxPath, pattern: dottedPath.source },
};

function resultSchema(
  described: DescribedAction,
  hit: ComponentReference | undefined,
  name: string,
  components: SchemaComponents,
): ComponentReference {
  const record = hit ?? recordOf(described, name, components);
  const isPage = described.action.result === 'records';
  return components.add(`${name}Result`, {
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: isPage ? { type: 'array', items: record } : record,
      meta: isPage ? pageMeta(described, components) : recordMeta(components),
    },
  });
}

// Entities that are views of the same records share one type, the entity's own name first.
function recordOf(described: DescribedAction, name: string, components: SchemaComponents): ComponentReference {
  const { entity, action } = described;
  const [source, componentName, description, required] =
    action.result_schema === undefined
      ? [entity.record, typeName(entity.name, 'record'), entity.summary, described.required]
      : [action.result_schema, `${name}Record`, action.summary, []];
  return components.once(source, () =>
    components.add(componentName, {
      description,
      ...recordSchema(source, componentName, components),
      ...(required.length > 0 && { required }),
    }),
  );
}

function recordMeta(components: SchemaComponents): ComponentReference {
  return components.add('RecordMeta', {
    description: 'Additional information about a record.',
    type: 'object',
    properties: {
      idempotent_replay: {
        type: 'boolean',
        description: 'True if this is the stored response of an earlier request with the same Idempotency-Key.',
      },
    },
  });
}

const omittedRecords = {
  type: 'array',
  description: 'Present if the upstream left records out because of errors: the first 20 of these errors.',
  items: {
    type: 'object',
    required: ['path'],
    properties: {
      path: { type: 'string', description: 'Place of the error in the response of the upstream.' },
      code: { type: 'string', description: "The upstream's own code." },
      message: { type: 'string', description: "The upstream's own message." },
    },
  },
};

function pageMeta(
  { kind, paging, meta, action, canOmit }: DescribedAction,
  components: SchemaComponents,
): ComponentReference {
  if (kind === 'search') return { $ref: '#/components/schemas/SearchMeta' };
  const params = isObject(action.params.properties) ? action.params.properties : {};
  // Sync-only parameters lead to no page of a caller.
  const alternatives = (paging?.alternatives ?? []).filter((param) => Object.hasOwn(params, param));
  const selecting = paging === null ? [] : [paging.param, ...alternatives];
  const suffix = typeName(paging?.param ?? '');
  const next = components.share(`NextParams${suffix}`, {
    description: 'What to merge into `params` for the next page; null after the last page.',
    type: 'object',
    properties: Object.fromEntries(
      selecting.map((param) => {
        const { description: _said, default: _default, ...schema } = (params[param] ?? {}) as JsonObject;
        return [param, sentSchema(schema, `NextParams${typeName(param)}`, components)];
      }),
    ),
  });
  const properties = Object.entries(meta).map(([field, { type }]) => [
    field,
    recordSchema(publishedRecord(jsonSchema(type), []), `PageMeta${typeName(field)}`, components),
  ]);
  return components.share(`PageMeta${suffix}`, {
    description: 'Pagination.',
    type: 'object',
    required: [...Object.keys(meta), 'next_params'],
    properties: {
      ...Object.fromEntries(properties),
      next_params: { anyOf: [next, { type: 'null' }] },
      capped_at: {
        type: 'integer',
        format: 'int64',
        description: "Present if the token's policy truncated the page: the maximum number of records per call.",
      },
      ...(paging?.max !== undefined && {
        upstream_capped_at: {
          type: 'integer',
          format: 'int64',
          description:
            'Present if there are more records, but the upstream returns no more of one list: the number it returns.',
        },
      }),
      ...(canOmit && { omitted: omittedRecords }),
    },
  });
}
