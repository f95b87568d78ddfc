import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { ApiClient } from '@mondaydotcomorg/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { monday } from '../src/index.ts';

interface Row {
  readonly id: string;
  readonly board?: { readonly id: string };
  readonly data?: string;
}

let vendor: RunningSandbox;
let client: ApiClient;

beforeAll(async () => {
  vendor = await startSandbox({ connectors: [monday], sandboxes: [simulation] });
  client = new ApiClient({
    token: `Bearer ${vendor.sandbox.credentials('monday', 'api_token').api_key}`,
    apiVersion: monday.upstream.version.pinned,
    endpoint: `${vendor.sandbox.baseUrl(vendor.origin, 'monday')}/v2`,
  });
});

afterAll(() => vendor.stop());

const rowsOf = (entity: string) => vendor.sandbox.records('monday', entity) as unknown as readonly Row[];
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).sort();

describe('the client of monday.com', () => {
  it.each(['teams', 'tags'])('lists %s at once', async (entity) => {
    const listed = await client.request<Record<string, readonly Row[]>>(`query { ${entity} { id name } }`);
    expect(ids(listed[entity] ?? [])).toEqual(ids(rowsOf(entity)));
  });

  it.each([
    ['users', ''],
    ['boards', ', state: all'],
    ['updates', ''],
    ['workspaces', ', state: all'],
  ])('lists %s page by page', async (entity, more) => {
    const query = `query ($page: Int) { ${entity}(page: $page${more}) { id } }`;
    const listed: Row[] = [];
    for (let page = 1; ; page++) {
      const { [entity]: rows = [] } = await client.request<Record<string, readonly Row[]>>(query, { page });
      if (rows.length === 0) break;
      listed.push(...rows);
    }
    expect(ids(listed)).toEqual(ids(rowsOf(entity)));
  });

  it.each(['users', 'boards', 'items', 'teams', 'updates', 'workspaces'])('gets one of %s', async (entity) => {
    const { id } = vendor.sandbox.example('monday', entity, 'get');
    const query = `query ($ids: [ID!]) { ${entity}(ids: $ids) { id } }`;
    expect(await client.request(query, { ids: [id] })).toEqual({ [entity]: [{ id }] });
    expect(await client.request(query, { ids: ['404'] })).toEqual({ [entity]: [] });
  });

  it('reads items, groups and activity of a board', async () => {
    const { board_id } = vendor.sandbox.example('monday', 'items', 'list');
    const variables = { ids: [String(board_id)] };
    const { boards: withItems } = await client.operations.getBoardItemsOp(variables);
    const onBoard = rowsOf('items').filter(({ board }) => board?.id === board_id);
    expect(ids((withItems?.[0]?.items_page.items ?? []) as readonly Row[])).toEqual(ids(onBoard));

    const { boards: withGroups } = await client.operations.getBoardGroupsOp(variables);
    expect(withGroups?.[0]?.groups).toContainEqual({ id: 'topics', title: 'This month' });

    const query = 'query ($ids: [ID!]) { boards(ids: $ids) { activity_logs(limit: 100) { id } } }';
    const logged = await client.request<{ boards: { activity_logs: readonly Row[] }[] }>(query, variables);
    const ofBoard = rowsOf('activity_logs').filter(({ data }) => data?.includes(`"board_id":${board_id},`));
    expect(ids(logged.boards[0]?.activity_logs ?? [])).toEqual(ids(ofBoard));
  });

  it('sees the errors of the vendor', async () => {
    await expect(client.request('query { me { id } }')).rejects.toMatchObject({
      response: { status: 200, errors: [{ extensions: { code: expect.any(String) } }] },
    });
  });
});
