import type { Action, Entity } from '@connectory/connector-sdk';
import { describeConnector, type SyncPlan } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { directoryContent } from '../src/entities/directory-content.ts';
import { fileContent } from '../src/entities/file-content.ts';
import { projectItems } from '../src/entities/project-items.ts';
import { github } from '../src/index.ts';

interface Copied {
  readonly name: string;
  readonly entity: Entity;
  readonly sync: SyncPlan;
  readonly action: Action;
}

const copied: readonly Copied[] = github.entities.flatMap((entity) => {
  const { name, search, sync } = entity;
  const action = sync?.via === 'list' || sync?.via === 'get' ? entity.actions[sync.via] : undefined;
  return search && sync && action ? [{ name, entity, sync, action }] : [];
});

const planOf = (entity: string): Copied => {
  const plan = copied.find(({ name }) => name === entity);
  if (plan === undefined) throw new Error(`${entity} has no plan`);
  return plan;
};

// What a plan binds, and what flows down to it from the partitions of its parents.
function partitionParams({ sync, action }: Copied): readonly string[] {
  const bound = Object.keys(sync.bind ?? {});
  if (sync.each === undefined || 'setting' in sync.each) return bound;
  const above = partitionParams(planOf(sync.each.name)).filter((param) => Object.hasOwn(action.params.shape, param));
  return [...above, ...bound];
}

const numeric = new Set(['number', 'project_number']);

function firstCall(plan: Copied) {
  const partition = partitionParams(plan).map((param) => [param, numeric.has(param) ? 7 : `some-${param}`]);
  const params = plan.action.params.parse({ ...plan.sync.params, ...Object.fromEntries(partition) });
  return plan.action.request(params).body?.value as { query: string; variables: Record<string, unknown> };
}

const choosing = copied.flatMap(({ sync, ...plan }) => {
  const fields = sync.params?.fields;
  return Array.isArray(fields) ? [{ ...plan, fields: fields as readonly string[] }] : [];
});

const partitionsOf = ({ sync }: Copied) =>
  sync.each === undefined ? 'none' : 'setting' in sync.each ? sync.each.setting : sync.each.name;

describe('search fields', () => {
  it('are those of all entities that can be copied, each with a plan', () => {
    expect(copied).toHaveLength(23);
    const without = github.entities.filter(({ search }) => search === null);
    expect(without.filter(({ beyondContract }) => !beyondContract).map(({ name }) => name)).toEqual(['teams']);
  });

  it('have one type each', () => {
    const untyped = describeConnector(github).entities.flatMap(({ name, search }) =>
      (search?.fields ?? []).filter(({ type }) => type === 'any').map((field) => `${name}.${field.name}`),
    );
    expect(untyped).toEqual([]);
  });

  it('say where a file, a directory entry and an item of a project belong', () => {
    const given = ({ search }: Entity) =>
      Object.entries(search?.derived ?? {}).map(([name, { param }]) => [name, param]);
    expect(given(fileContent)).toEqual([
      ['owner', 'owner'],
      ['repo', 'repo'],
      ['path', 'path'],
    ]);
    expect(given(directoryContent)).toEqual([
      ['owner', 'owner'],
      ['repo', 'repo'],
    ]);
    expect(given(projectItems)).toEqual([
      ['org', 'org'],
      ['project_number', 'project_number'],
    ]);
  });
});

describe('sync plans', () => {
  it.each(copied)('give every parameter $name needs, and read the largest pages', (plan) => {
    const { variables } = firstCall(plan);
    expect(variables.per_page).toBe(Object.hasOwn(plan.action.params.shape, 'per_page') ? 100 : undefined);
    for (const param of partitionParams(plan).filter((name) => name !== 'path')) {
      expect(variables[param]).toBe(numeric.has(param) ? 7 : `some-${param}`);
    }
  });

  it.each(choosing)('read of $name what is searched and what identifies it, no more', ({ entity, fields }) => {
    const read = fields.map((field) => field.replace(/<\w+>/, '').replace('pullRequestState', 'state'));
    const kept = [...(entity.search?.fields ?? []), ...[entity.key ?? []].flat()];
    expect(new Set(read)).toEqual(new Set(kept));
  });

  it.each(copied.filter(({ sync }) => sync.params?.fields === undefined))(
    'read of $name the default fields, which have all that is searched',
    ({ entity, action }) => {
      for (const field of entity.search?.fields ?? []) expect(action.document).toMatch(new RegExp(`\\b${field}\\b`));
    },
  );

  it('go through repositories, organizations and files of the settings, and through what was read before', () => {
    const plans = Map.groupBy(copied, partitionsOf);
    expect(Object.fromEntries([...plans].map(([from, all]) => [from, all.map(({ name }) => name)]))).toEqual({
      none: ['viewer', 'viewer_repositories'],
      repositories: [
        'repositories',
        'branches',
        'commits',
        'releases',
        'issues',
        'pull_requests',
        'labels',
        'milestones',
        'tags',
        'stargazers',
        'discussions',
        'directory_content',
      ],
      organizations: ['org_repositories', 'organizations', 'users', 'projects'],
      issues: ['comments'],
      pull_requests: ['reviews', 'pr_comments'],
      projects: ['project_items'],
      files: ['file_content'],
    });
    expect(partitionParams(planOf('comments'))).toEqual(['owner', 'repo', 'number']);
    expect(partitionParams(planOf('project_items'))).toEqual(['org', 'project_number']);
  });

  it('keep the aliases of fields that are deprecated under their own name', () => {
    expect(firstCall(planOf('commits')).query).toContain('changedFiles: changedFilesIfAvailable');
    expect(firstCall(planOf('pull_requests')).query).toContain('databaseId: fullDatabaseId');
  });

  it('read the top directory of a repository', () => {
    expect(firstCall(planOf('directory_content')).variables.expression).toBe('HEAD:');
    expect(firstCall(planOf('file_content')).variables.expression).toBe('HEAD:some-path');
  });
});

describe('settings', () => {
  const { settings } = github.upstream;

  it('can all be left out', () => {
    expect(settings.safeParse({}).success).toBe(true);
  });

  it.each([
    ['repositories', 'octocat/hello'],
    ['organizations', 'octo-org'],
    ['files', 'octocat/hello/README.md'],
    ['files', 'octocat/hello/docs/read me.md'],
  ])('%s takes %s', (name, text) => {
    expect(settings.safeParse({ [name]: [text] }).success).toBe(true);
  });

  it.each([
    ['repositories', 'hello'],
    ['organizations', 'octocat/hello'],
    ['organizations', ''],
    ['files', 'octocat/hello'],
    ['files', 'octocat/hello/'],
    ['files', 'octocat/hello//README.md'],
  ])('%s refuses "%s"', (name, text) => {
    expect(settings.safeParse({ [name]: [text] }).success).toBe(false);
  });
});
