import { generateParameterSets } from '@connectory/api-description';
import type { Connector, Paging, RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, describeConnector, resultKind } from '@connectory/connector-sdk/engine';
import { connectorDocument } from '@connectory/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/index.ts';
import { ParentValues } from '../parent-values.ts';
import { type Answer, type RunningGateway, startRunningGateway } from '../running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway({ connectors: builtInConnectors });
});

afterAll(() => gateway.stop());

/** An action of a connector as its manifest shows it. */
interface Listed {
  readonly entity: string;
  readonly action: DirectActionName;
  readonly params: RawValue;
  readonly meta: readonly string[];
}

// Deletes run last, so that what the others need is still there. A gateway in direct mode has nothing to search.
function actionsOf(connector: Connector): Listed[] {
  const all = describeConnector(connector).entities.flatMap(({ name, actions }) =>
    actions.flatMap(({ action, params, meta }) =>
      action === 'context_store_search' ? [] : [{ entity: name, action, params: params as RawValue, meta }],
    ),
  );
  return [...all.filter(({ action }) => action !== 'delete'), ...all.filter(({ action }) => action === 'delete')];
}

function parameterSet(params: RawValue, label: 'required parameters' | 'all parameters'): Record<string, RawValue> {
  const { sets, notes } = generateParameterSets(params);
  const set = sets.find((candidate) => candidate.label === label) ?? sets[0];
  if (set === undefined) throw new Error(`no parameters can be made: ${notes.join('; ')}`);
  return set.params;
}

/** Gives what is wrong with an answer by the document of its connector. */
function answerChecker(connector: Connector): (address: string, answer: unknown) => unknown {
  const document = connectorDocument(connector);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(document, 'document');
  return (address, answer) => {
    const path = `/api/v1/integrations/connectors/{connector_id}/execute/${address}`.replaceAll('/', '~1');
    const pointer = `/paths/${path}/post/responses/200/content/application~1json/schema`;
    const validate = ajv.getSchema(`document#${encodeURI(pointer)}`);
    if (validate === undefined) throw new Error(`the document has no answer of ${address}`);
    return validate(answer) ? [] : validate.errors;
  };
}

function expectDeclaredShape(answer: Answer, { entity, action, meta }: Listed, connector: Connector): void {
  expect(answer.status, answer.text.slice(0, 2000)).toBe(200);
  if (resultKind(action) === 'file') {
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    expect(answer.bytes.length).toBeGreaterThan(0);
    return;
  }
  expect(Object.keys(answer.json)).toEqual(['data', 'meta']);
  const { data } = answer.json;
  if (resultKind(action) === 'record') {
    expect(data).toBeTypeOf('object');
    expect(Array.isArray(data)).toBe(false);
    expect(answer.json.meta).toEqual({});
    return;
  }
  expect(Array.isArray(data)).toBe(true);
  expect(data.length).toBeGreaterThan(0);
  expect(Object.keys(answer.json.meta).sort()).toEqual([...meta, 'next_params'].sort());
  const record = connector.entities.find(({ name }) => name === entity)?.record;
  for (const row of data) expect(record?.partial().safeParse(row).error, JSON.stringify(row)).toBeUndefined();
}

describe.each(builtInConnectors.map((connector) => [connector.id, connector] as const))('%s', (id, connector) => {
  const actions = actionsOf(connector);
  const faultsOf = answerChecker(connector);
  const find = (entity: string, action: string) =>
    actions.find((listed) => listed.entity === entity && listed.action === action);
  const requiredOf = (entity: string, action: string): string[] => find(entity, action)?.params.required ?? [];
  const completed = async (entity: string, action: string, values: Record<string, RawValue>) => {
    const generated = parameterSet(find(entity, action)?.params, 'required parameters');
    return { ...generated, ...values };
  };
  const parents = new ParentValues(
    id,
    async (entity, action, values) => {
      const params = await completed(entity, action, values);
      const { status, text, json } = await gateway.execute(id, { entity, action, params });
      if (status !== 200) throw new Error(`${entity} ${action}: ${text}`);
      return json.data;
    },
    requiredOf,
  );

  it('has an action for each declared pair', () => {
    expect(actions.length).toBeGreaterThan(0);
    const declared = connector.entities.flatMap(({ actions: own }) => Object.keys(own));
    expect(actions).toHaveLength(declared.length);
  });

  it.each(actions.map((listed) => [listed.entity, listed.action, listed] as const))(
    '%s %s',
    async (entity, action, listed) => {
      if (action === 'list') await parents.first(entity, action);
      const params = await completed(entity, action, await parents.of(entity, action));
      const answer = await gateway.execute(id, { entity, action, params });
      expectDeclaredShape(answer, listed, connector);
      if (resultKind(action) !== 'file') expect(faultsOf(`${entity}/${action}`, answer.json)).toEqual([]);
    },
  );

  it.each(actions.map((listed) => [listed.entity, listed.action, listed] as const))(
    '%s %s as dry run',
    async (entity, action, listed) => {
      const arrived = await gateway.arrivalsDuring(async () => {
        for (const label of ['required parameters', 'all parameters'] as const) {
          const params = parameterSet(listed.params, label);
          const answer = await gateway.execute(id, { entity, action, params, dry_run: true });
          expect(answer.status, answer.text).toBe(200);
          expect(Object.keys(answer.json)).toEqual(['data', 'meta']);
          expect(answer.json.meta).toEqual({});
          const { requests } = answer.json.data;
          expect(requests.length).toBeGreaterThan(0);
          for (const { method, url, headers } of requests) {
            expect(method).toMatch(/^(GET|POST|PUT|PATCH|DELETE)$/);
            expect(url.startsWith(`${gateway.sandboxOrigin}/${id}`), url).toBe(true);
            expect(headers.authorization).toContain('***');
          }
        }
      });
      expect(arrived).toEqual([]);
    },
  );

  const paged = actions.filter(
    ({ entity, action }) => resultKind(action) === 'records' && pagingOf(connector, entity, action)?.size !== undefined,
  );
  it.each(paged.map((listed) => [listed.entity, listed.action] as const))(
    '%s %s page by page sees every record once',
    async (entity, action) => {
      const size = pagingOf(connector, entity, action)?.size ?? '';
      const params = await completed(entity, action, await parents.of(entity, action));
      const whole = await gateway.execute(id, { entity, action, params: { ...params, [size]: 100 } });
      expect(whole.json.meta.next_params).toBeNull();
      const rows: RawValue[] = [];
      let next: RawValue = { [size]: 7 };
      for (let pages = 0; next !== null && pages < 100; pages++) {
        const page = await gateway.execute(id, { entity, action, params: { ...params, [size]: 7, ...next } });
        expect(page.status, page.text).toBe(200);
        expect(page.json.data.length).toBeLessThanOrEqual(7);
        rows.push(...page.json.data);
        next = page.json.meta.next_params;
      }
      expect(next).toBeNull();
      expect(rows).toEqual(whole.json.data);
    },
  );
});

function pagingOf({ entities }: Connector, entity: string, action: DirectActionName): Paging | null {
  return entities.find(({ name }) => name === entity)?.actions[action]?.paging ?? null;
}
