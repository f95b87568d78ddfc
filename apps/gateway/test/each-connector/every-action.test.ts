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
    const call = { entity, action, params };
    const response = await (action === 'upload'
      ? gateway.execute(id, formOf(call), { headers: { 'content-type': 'multipart/form-data; boundary=b' } })
      : gateway.execute(id, call));
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

/** The form of a call with a small file. */
function formOf(call: object): string {
  const part = 'Content-Disposition: form-data; name=';
  const file = `${part}"file"; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\nHello`;
  return `--b\r\n${part}"call"\r\n\r\n${JSON.stringify(call)}\r\n--b\r\n${file}\r\n--b--\r\n`;
}
