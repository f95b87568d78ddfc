import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  graphqlApi,
  selection,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { byId, cursor, text } from './params.ts';

const Project = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  stars: z.int(),
  topics: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullish(),
});
const Task = z.object({
  id: z.string(),
  number: z.int(),
  title: z.string(),
  state: z.enum(['OPEN', 'CLOSED']),
  lines: z.int().nullish(),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullish(),
});
const graphql = graphqlApi({
  path: '/graphql',
  cursor: { param: 'after', size: 'first' },
  pageInfo: { hasNextPage: 'has_next_page', endCursor: 'end_cursor' },
});
const inProject = z.object({ owner: text('Owner'), project: text('Project') });
const taskFields = selection('id number title state lines: linesChanged labels(first: 2) { nodes { name } }');
const paged = { first: z.int().min(1).max(100).default(5).describe('Records per page'), after: cursor };

const projects = defineEntity({
  name: 'projects',
  summary: 'Projects',
  record: Project,
  key: 'id',
  actions: {
    get: graphql('query ($owner: String!, $name: String!) { project(owner: $owner, name: $name) { ...fields } }', {
      summary: 'Get a project',
      params: inProject,
      at: 'project',
      variables: { name: '{project}' },
      fields: selection('id name owner { login } stars topics { nodes { name } }'),
    }),
    api_search: graphql(
      'query ($query: String!, $first: Int!, $after: String) { search(query: $query, type: PROJECT, first: $first, after: $after) { projectCount pageInfo { hasNextPage endCursor } nodes { ... on Project { ...fields } } } }',
      {
        summary: 'Search projects',
        params: z.object({ query: text('Words'), ...paged }),
        connection: 'search',
        fields: selection('id name owner { login } stars'),
        meta: { total: fromBody('data.search.projectCount', z.int()) },
      },
    ),
  },
});

const tasks = defineEntity({
  name: 'tasks',
  summary: 'Tasks',
  record: Task,
  key: 'id',
  actions: {
    list: graphql(
      'query ($owner: String!, $name: String!, $first: Int!, $after: String, $states: [State!]) { project(owner: $owner, name: $name) { tasks(first: $first, after: $after, states: $states, orderBy: { field: NUMBER, direction: DESC }) { pageInfo { hasNextPage endCursor } nodes { ...fields } } } }',
      {
        summary: 'List tasks',
        params: inProject.extend({
          ...paged,
          states: z
            .array(z.enum(['OPEN', 'CLOSED']))
            .optional()
            .describe('States'),
        }),
        connection: 'project.tasks',
        variables: { name: '{project}' },
        fields: taskFields,
      },
    ),
    get: graphql('query ($id: ID!) { node(id: $id) { ... on Task { ...fields } } }', {
      summary: 'Get a task',
      params: byId,
      at: 'node',
      fields: taskFields,
    }),
    api_search: graphql(
      'query ($query: String!, $first: Int!, $after: String) { search(query: $query, type: TASK, first: $first, after: $after) { taskCount pageInfo { hasNextPage endCursor } nodes { ... on Task { ...fields } } } }',
      {
        summary: 'Search tasks',
        params: z.object({ query: text('Words'), ...paged }),
        connection: 'search',
        fields: taskFields,
        meta: { total: fromBody('data.search.taskCount', z.int()) },
      },
    ),
    create: graphql(
      'mutation ($title: String!, $labels: [String!]) { createTask(input: { title: $title, labels: $labels }) { task { ...fields } } }',
      {
        summary: 'Create a task',
        params: z.object({ title: text('Title'), labels: z.array(z.string()).optional().describe('Labels') }),
        at: 'createTask.task',
        fields: taskFields,
      },
    ),
  },
});

const branches = defineEntity({
  name: 'branches',
  summary: 'Branches',
  record: z.object({ name: z.string(), prefix: z.string() }),
  key: 'name',
  actions: {
    get: graphql(
      'query ($owner: String!, $name: String!, $ref: String!) { project(owner: $owner, name: $name) { ref(qualifiedName: $ref) { ...fields } } }',
      {
        summary: 'Get a branch',
        params: inProject.extend({ branch: text('Branch') }),
        at: 'project.ref',
        variables: { name: '{project}', ref: 'refs/heads/{branch}' },
        fields: selection('name prefix'),
      },
    ),
    list: graphql(
      'query ($owner: String!, $name: String!, $first: Int!, $after: String) { project(owner: $owner, name: $name) { refs(prefix: "refs/heads/", first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...fields } } } }',
      {
        summary: 'List branches',
        params: inProject.extend(paged),
        connection: 'project.refs',
        variables: { name: '{project}' },
        fields: selection('name prefix'),
      },
    ),
  },
});

/** GraphQL throughout. */
export const forge: Connector = defineConnector({
  id: 'forge',
  kind: 'toy forge',
  vendor: 'Toy Forge',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://api.forge.example.com',
    documentation: 'https://forge.example.com',
    version: { pinned: '1', sunset: null },
    authentication: { token: auth.bearer('token', 'Token') },
    failure: {
      when: { path: 'errors', is: 'present' },
      message: ['errors.0.message', 'message'],
      code: ['errors.0.type'],
      codes: { NOT_FOUND: 'record_not_found' },
    },
  }),
  entities: [projects, tasks, branches],
  check: { entity: 'projects', action: 'api_search', params: { query: 'a' } },
});
