import { type DirectActionName, directActions, effectOf } from '@connectory/connector-sdk/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { startHostedGateway, untilSynced } from '../hosted-gateway.ts';
import { connectClient, type McpClient } from '../mcp-client.ts';
import type { RunningGateway } from '../running-gateway.ts';

let gateway: RunningGateway;
let client: McpClient;

beforeAll(async () => {
  gateway = await startHostedGateway({ connectors: builtInConnectors, sandboxes: builtInSandboxes });
  client = await connectClient(gateway);
});

afterAll(async () => {
  await client.close();
  await gateway.stop();
});

describe.each(builtInConnectors.map((connector) => [connector.id, connector] as const))('%s', (id, { entities }) => {
  const declared = entities.flatMap(({ name, actions, search }) =>
    directActions.flatMap((action) => {
      const found = actions[action];
      return found === undefined ? [] : [{ entity: name, action, effect: effectOf(action, found), search }];
    }),
  );
  const ok = async (tool: string, input: object) => {
    const { text, isError } = await client.call(tool, input);
    expect(isError, `${tool} ${JSON.stringify(input)}: ${text}`).toBe(false);
    expect(text.length).toBeLessThanOrEqual(20_000);
    return text;
  };
  const call = ({ entity, action }: { readonly entity: string; readonly action: DirectActionName }) => ({
    connection: id,
    entity,
    action,
    params: gateway.sandbox.example(id, entity, action),
  });

  it('is found by the words of its actions', async () => {
    const text = await ok('find_actions', { query: declared[0]?.entity.replaceAll('_', ' '), connector: id });
    expect(JSON.parse(text.split('\n[')[0] ?? '').data.length).toBeGreaterThan(0);
  });

  it('describes every action within the budget', async () => {
    for (const { entity, action, effect } of declared) {
      const text = await ok('describe_action', { connector: id, entity, action });
      expect(JSON.parse(text.split('\n[')[0] ?? '')).toMatchObject({ entity, action, effect });
    }
  });

  it('runs a read of each entity', async () => {
    for (const { name } of entities) {
      const read = declared.find((one) => one.entity === name && one.effect === 'read' && one.action !== 'download');
      if (read !== undefined) await ok('run_read', call(read));
    }
  });

  it('dry-runs every write', async () => {
    for (const one of declared.filter(({ effect }) => effect !== 'read')) {
      const { data } = JSON.parse((await ok('run_write', { ...call(one), dry_run: true })).split('\n[')[0] ?? '');
      expect(data.requests.length).toBeGreaterThan(0);
    }
  });

  it('searches the copy of an entity', async () => {
    const [searchable] = await untilSynced(gateway, id).then((states) => [...states.keys()]);
    if (searchable !== undefined) await ok('search_records', { connection: id, entity: searchable, limit: 2 });
  });

  it('reads its files, or says that they are no text', async () => {
    for (const { entity, action } of declared.filter((one) => one.action === 'download')) {
      const { action: _download, ...file } = call({ entity, action });
      const { text, isError } = await client.call('read_file', file);
      if (isError) expect(JSON.parse(text).code).toBe('not_text');
      else expect(text.length).toBeGreaterThan(100);
    }
  });
});
