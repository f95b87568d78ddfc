import type { RawValue } from '@connectory/connector-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../src/index.ts';
import { demoHeaders, sendAction } from './send-action.ts';
import { forge } from './toys/forge.ts';
import { toySandboxes } from './toys/sandboxes.ts';

let running: RunningSandbox;
let headers: Record<string, string>;
let project: RawValue;
beforeAll(async () => {
  running = await startSandbox({ connectors: [forge], sandboxes: toySandboxes });
  headers = await demoHeaders(running, forge);
});
beforeEach(async () => {
  running.sandbox.reset();
  [project] = (await sendAction(running, forge, 'projects', 'api_search', { query: 'project' })).rows;
});
afterAll(() => running.stop());

async function ask(query: string, variables: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) {
  const response = await fetch(`${running.origin}/forge/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables, ...rest }),
  });
  return { status: response.status, body: (await response.json()) as RawValue };
}

describe('queries', () => {
  it('find a record by its arguments, whatever the variables are called', async () => {
    const { body } = await ask(
      'query Q($a: String!, $b: String!) { it: project(name: $b, owner: $a) { called: name, stars } }',
      {
        a: project.owner.login,
        b: project.name,
      },
    );
    expect(body).toEqual({ data: { it: { called: project.name, stars: project.stars } } });
    const literal = await ask(
      `{ project(owner: "${project.owner.login}", name: "${project.name}") { id missing nothing { at all } } }`,
    );
    expect(literal.body).toEqual({ data: { project: { id: project.id, missing: null, nothing: null } } });
  });

  it('follow aliases, fragments and arguments within a record', async () => {
    const { rows } = await sendAction(running, forge, 'tasks', 'api_search', { query: 'Task', first: 1 });
    const { body } = await ask(
      'query ($id: ID!) { node(id: $id) { __typename ... on Task { ...Parts labels(first: 1) { nodes { name } totalCount } } } } fragment Parts on Task { nr: number state }',
      { id: rows[0].id },
    );
    const { nr, state, __typename: type, labels } = body.data.node;
    expect({ nr, state, type }).toEqual({ nr: rows[0].number, state: rows[0].state, type: 'Node' });
    expect(labels?.nodes.length ?? 0).toBeLessThanOrEqual(1);
  });

  it('tell queries apart by their fixed arguments', async () => {
    const found = await sendAction(running, forge, 'projects', 'api_search', { query: 'project-3' });
    expect(found.rows.map(({ name }) => name)).toEqual(['project-3']);
    expect(found.body.data.search.projectCount).toBe(1);
    const tasks = await sendAction(running, forge, 'tasks', 'api_search', { query: 'Task', first: 3 });
    expect(tasks.body.data.search).toMatchObject({ taskCount: 25, pageInfo: { hasNextPage: true } });
    expect(tasks.rows[0].title).toMatch(/^Task /);
  });

  it('page, filter and sort a connection, and give what stands next to it', async () => {
    const variables = { owner: project.owner.login, name: project.name, first: 2 };
    const { body } = await ask(
      'query ($owner: String!, $name: String!, $first: Int!) { project(owner: $owner, name: $name) { stars tasks(first: $first, states: [OPEN], orderBy: { field: NUMBER, direction: DESC }) { totalCount pageInfo { hasNextPage endCursor hasPreviousPage } edges { node { number state } } } } }',
      variables,
    );
    const { stars, tasks } = body.data.project;
    expect(stars).toBe(project.stars);
    expect(tasks.edges).toHaveLength(2);
    const numbers = tasks.edges.map(({ node }: RawValue) => node.number);
    expect(numbers).toEqual(numbers.toSorted((one: number, other: number) => other - one));
    expect(tasks.edges.every(({ node }: RawValue) => node.state === 'OPEN')).toBe(true);
    expect(tasks.pageInfo).toEqual({ hasNextPage: true, endCursor: expect.any(String), hasPreviousPage: false });
    const all = await sendAction(running, forge, 'tasks', 'list', {
      owner: variables.owner,
      project: variables.name,
      states: ['OPEN'],
      first: 50,
    });
    expect(tasks.totalCount).toBe(all.rows.length);
  });

  it('read a parameter out of a text it is part of', async () => {
    const params: Record<string, unknown> = running.sandbox.example('forge', 'branches', 'get');
    expect((await sendAction(running, forge, 'branches', 'get', params)).rows).toEqual([
      { name: params.branch, prefix: 'refs/heads/' },
    ]);
    expect(
      (await sendAction(running, forge, 'branches', 'get', { ...params, branch: 'none' })).body.data.project.ref,
    ).toBeNull();
  });
});

describe('mutations', () => {
  it('create what queries then find', async () => {
    const { rows } = await sendAction(running, forge, 'tasks', 'create', { title: 'Write it', labels: ['bug'] });
    expect(rows[0]).toMatchObject({ title: 'Write it', labels: { nodes: [{ name: 'bug' }] } });
    const found = await sendAction(running, forge, 'tasks', 'get', { id: rows[0].id });
    expect(found.rows[0]).toEqual(rows[0]);
  });
});

describe('refusals are errors within a 200', () => {
  it('for a record and for a parent that is not there', async () => {
    const node = await sendAction(running, forge, 'tasks', 'get', { id: 'T_none' });
    expect(node.status).toBe(200);
    expect(node.body).toEqual({
      data: { node: null },
      errors: [{ path: ['node'], type: 'NOT_FOUND', message: 'No such record in tasks: T_none' }],
    });
    const below = await sendAction(running, forge, 'tasks', 'list', { owner: project.owner.login, project: 'none' });
    expect(below.body).toMatchObject({ data: { project: null }, errors: [{ path: ['project'], type: 'NOT_FOUND' }] });
  });

  it('for text that is no query, and queries no action asks', async () => {
    const broken = await ask('query { project(');
    expect(broken).toMatchObject({
      status: 200,
      body: { data: null, errors: [{ message: expect.stringMatching(/Syntax Error/) }] },
    });
    expect((await ask('{ galaxy { name } }')).body.errors[0].message).toBe(
      'The sandbox knows no action that asks this.',
    );
    expect((await ask('query A { viewer { id } } query B { viewer { id } }')).body.errors[0].message).toMatch(
      /operationName/,
    );
    expect((await ask(`{ ${'a { '.repeat(9_000)} b ${'}'.repeat(9_000)} }`)).body.errors).toHaveLength(1);
  });

  it('but credentials and bodies are refused before the query is read', async () => {
    const url = `${running.origin}/forge/graphql`;
    const body = JSON.stringify({ query: '{ viewer { id } }' });
    expect((await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status).toBe(
      401,
    );
    expect(
      (await fetch(url, { method: 'POST', body, headers: { ...headers, 'content-type': 'text/plain' } })).status,
    ).toBe(400);
  });
});
