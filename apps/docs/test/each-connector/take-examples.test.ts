import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { builtInSandboxes } from '@connectory/gateway/built-in-sandboxes';
import { connectorDocument } from '@connectory/gateway/operations';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ActionExamples, takeExamples } from '../../src/demo-examples/take-examples.ts';

interface Exchange {
  readonly connector: string;
  readonly operationId: string;
  readonly request: object;
  readonly response: object;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody: object;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

const exchanges: Exchange[] = [];
let taken: ReadonlyMap<string, ActionExamples>;

beforeAll(async () => {
  taken = await takeExamples(builtInConnectors, {
    sandboxes: builtInSandboxes,
    observe: (connector, operationId, request, response) =>
      exchanges.push({ connector, operationId, request, response }),
  });
});

describe.each(builtInConnectors.map((connector) => [connector.id, connector] as const))('%s', (id, connector) => {
  const document = connectorDocument(connector);
  const operations = Object.entries(document.paths ?? {})
    .filter(([path]) => !path.endsWith('/dry-run'))
    .map(([path, item]) => ({ path, operation: item.post as unknown as Operation }));
  // Its request is a form with a file.
  const isUpload = ({ path }: { readonly path: string }) => path.endsWith('/upload');
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(document, 'document');
  const problems = (path: string, rest: string, value: unknown) => {
    const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/post/${rest}/content/application~1json/schema`;
    const validate = ajv.getSchema(`document#${encodeURI(pointer)}`);
    if (validate === undefined) throw new Error(`${path} has no schema at ${rest}`);
    return validate(value) ? [] : validate.errors;
  };

  it('has an example of every action', () => {
    expect(Object.keys(taken.get(id) ?? {}).sort()).toEqual(
      operations.map(({ operation }) => operation.operationId).sort(),
    );
  });

  it.each(
    operations
      .filter((one) => !isUpload(one))
      .map(({ path, operation }) => [operation.operationId, path, operation] as const),
  )('%s was sent and answered as the document says', (operationId, path, { responses }) => {
    const own = exchanges.filter((one) => one.connector === id && one.operationId === operationId);
    const example = { params: taken.get(id)?.[operationId]?.params };
    expect(problems(path, 'requestBody', example)).toEqual([]);
    if (responses['200']?.content === undefined) return;
    expect(own.map(({ request }) => request)).toContainEqual(example);
    for (const { request, response } of own) {
      expect(problems(path, 'requestBody', request)).toEqual([]);
      expect(problems(path, 'responses/200', response)).toEqual([]);
    }
  });
});
