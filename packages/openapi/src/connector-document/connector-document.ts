import type { Connector } from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { type ComponentReference, componentReference } from '../component-reference.ts';
import type { OpenApiDocument } from '../gateway-document.ts';
import { responseHeaders } from '../response-headers.ts';
import { withUnsetContainers } from '../unset-containers.ts';
import { actionPath, dryRunPath } from './action-operations.ts';
import { actionSchemas } from './action-schemas.ts';
import { declaredExample } from './declared-example.ts';
import { describedActions } from './described-action.ts';
import { problemComponents } from './error-responses.ts';
import type { JsonObject } from './json-object.ts';
import { sentSchema } from './portable-schema.ts';
import { SchemaComponents } from './schema-components.ts';
import { usedComponents } from './used-components.ts';

/**
 * The OpenAPI document of one connector: a URL with typed request and response for each action, and one for the dry run of each that
 * changes something. Schemas that the document of the gateway also has are copied from there. Throws an `Error` if two of its schemas would
 * have the same name.
 */
export function describeConnectorApi(connector: Connector, ofGateway: OpenApiDocument): OpenApiDocument {
  const manifest = describeConnector(connector);
  const components = new SchemaComponents();
  addGatewaySchemas(components, ofGateway);
  const described = manifest.entities.flatMap((entity) => describedActions(connector, entity));
  const actions = described.map((one) => ({
    ...one,
    schemas: actionSchemas(one, components),
    example: declaredExample(one),
  }));
  const paths = Object.fromEntries(
    actions.flatMap((one) => [
      actionPath(one, one.schemas, one.example),
      ...(one.action.effect === 'read' ? [] : [dryRunPath(one, one.schemas, one.example)]),
    ]),
  );
  const document = {
    openapi: '3.1.0',
    info: {
      title: `Connectory: ${manifest.id}`,
      version: manifest.version,
      description: `What the connector \`${manifest.id}\` (${manifest.vendor}) offers through a Connectory gateway: each action at its own URL. \`POST …/{entity}/{action}/dry-run\` takes the same request, sends nothing, and returns the upstream request.\n\nMerge \`meta.next_params\` of a page into \`params\` for the next one, until it is null. A failure is an \`application/problem+json\` with one of the codes of \`ErrorCode\`, never a 200.`,
      contact: { name: 'Connectory' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    security: [{ token: [] }],
    tags: manifest.entities.map(({ name, summary }) => ({ name, description: summary })),
    paths,
    components: {
      ...usedComponents(paths, { schemas: components.sorted(), ...fixedComponents() }),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of the workspace (`cty_…`).' },
      },
    },
  };
  return withUnsetContainers(document) as unknown as OpenApiDocument;
}

const fromGateway = ['Problem', 'ErrorCode', 'FieldError', 'UpstreamFailure', 'UpstreamRequest', 'ExecutePreview'];

function addGatewaySchemas(components: SchemaComponents, ofGateway: OpenApiDocument): void {
  const schemas = (ofGateway.components?.schemas ?? {}) as Readonly<Record<string, JsonObject>>;
  for (const name of fromGateway) {
    components.add(name, sentSchema(schemas[name] ?? {}, name, components));
  }
  const { meta } = (schemas.ExecuteSearch?.properties ?? {}) as { readonly meta: JsonObject };
  components.add('SearchMeta', sentSchema(meta, 'SearchMeta', components));
}

const header = (name: string): ComponentReference => componentReference('headers', name as never);

function fixedComponents(): Readonly<Record<string, JsonObject>> {
  const bytes = { schema: { type: 'string', format: 'binary' } };
  // The type is the vendor's; generators without support for wildcards take the first one.
  const file = { 'application/octet-stream': bytes, '*/*': bytes };
  const fileHeaders = {
    'X-Request-Id': header('RequestId'),
    'Content-Disposition': header('ContentDisposition'),
    'Content-Length': header('ContentLength'),
    'Accept-Ranges': header('AcceptRanges'),
    ETag: header('EntityTag'),
    'Last-Modified': header('LastModified'),
  };
  return {
    parameters: {
      ConnectorId: {
        name: 'connector_id',
        in: 'path',
        required: true,
        description: 'Id of the connection; `GET /api/v1/integrations/connectors` lists them.',
        schema: { type: 'string', format: 'uuid' },
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'Makes a write safe to retry for 24 hours: a retry with the same key returns the stored response.',
        schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
      },
      Range: {
        name: 'Range',
        in: 'header',
        description: 'Part of the file to download.',
        schema: { type: 'string' },
        example: 'bytes=0-1023',
      },
    },
    headers: responseHeaders,
    responses: {
      ...problemComponents(),
      File: { description: 'The bytes of the file, with its own type.', headers: fileHeaders, content: file },
      PartOfFile: {
        description: 'The part of the file requested by `Range`.',
        headers: { ...fileHeaders, 'Content-Range': header('ContentRange') },
        content: file,
      },
    },
  };
}
