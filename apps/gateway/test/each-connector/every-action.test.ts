import { type DirectActionName, directActions, resultKind } from '@connectory/connector-sdk/engine';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { connectorDocument } from '../../src/operations.ts';
import { type RunningGateway, startRunningGateway } from '../running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway({ connectors: builtInConnectors, sandboxes: builtInSandboxes });
});

afterAll(() => gateway.stop());

// The conformance suite of each connector looks at what an action does; here its response is held against the published document.
describe.each(builtInConnectors.map((connector) => [connector.id, connector] as const))('%s', (id, connector) => {
  const declared = connector.entities.flatMap(({ name, actions }) =>
    directActions.filter((action) => actions[action] !== undefined).map((action) => [name, action] as const),
  );
  // Deletes run last, so that what the others need is still there.
  const ordered = declared.toSorted(([, one], [, other]) => Number(one === 'delete') - Number(other === 'delete'));
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(connectorDocument(connector), 'document');

  function responseSchema(entity: string, action: DirectActionName): ValidateFunction {
    const path = `/api/v1/integrations/connectors/{connector_id}/execute/${entity}/${action}`.replaceAll('/', '~1');
    const pointer = `/paths/${path}/post/responses/200/content/application~1json/schema`;
    const validate = ajv.getSchema(`document#${encodeURI(pointer)}`);
    if (validate === undefined) throw new Error(`the document has no answer of ${entity} ${action}`);
    return validate;
  }

  it.each(ordered)('%s %s returns as its document says', async (entity, action) => {
    const params = gateway.sandbox.example(id, entity, action);
    const response = await gateway.execute(id, { entity, action, params });
    expect(response.status, response.text.slice(0, 2000)).toBe(200);
    if (resultKind(action) === 'file') {
      expect(response.bytes.length).toBeGreaterThan(0);
      return expect(response.headers['content-length']).toBe(String(response.bytes.length));
    }
    if (resultKind(action) === 'records') expect(response.json.data.length).toBeGreaterThan(0);
    const validate = responseSchema(entity, action);
    expect(validate(response.json) ? [] : validate.errors).toEqual([]);
  });
});
