import { eachOfSetting, type RawValue, type SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The repository a call is about. */
export const inRepository = z.object({
  owner: z.string().describe('Login of the user or organization that owns the repository'),
  repo: z.string().describe('Name of the repository, without its owner'),
});

/** The organization a call is about. */
export const inOrganization = z.object({ org: z.string().describe('Login of the organization') });

/** The user a call is about. */
export const ofUser = z.object({ username: z.string().describe('Login of the user') });

/** The page size of a list, which differs between entities only in its default. */
export const pageSize = (usual: number) =>
  z.int().min(1).max(100).default(usual).describe('Number of records per page');

/** The cursor of a list or search. */
export const after = z.string().optional().describe('The end_cursor of the previous page; left out for the first page');

/** Parameters that page a list. */
export const paged = { per_page: pageSize(30), after };

/** The choice of fields every read offers, with examples for the entity. */
export const fields = (...examples: string[]) =>
  z
    .array(z.string().meta({ examples }))
    .optional()
    .describe(
      'Dotted paths of the fields to return in place of the default ones; `<Type>` selects one type of a union',
    );

/** Where a sync plan reads that goes through the repositories of the connection, one after the other. */
export const eachRepository = {
  each: eachOfSetting('repositories', ['owner', 'repo']),
  bind: { owner: 'owner', repo: 'repo' },
} as const;

/** Where a sync plan reads that goes through the organizations of the connection. */
export const eachOrganization = { each: eachOfSetting('organizations', ['org']), bind: { org: 'org' } } as const;

/** Parameters of a sync plan: the largest pages, and of each record no more than the copy keeps. */
export const largestPages = (fields: readonly string[]) => ({ per_page: 100, fields: [...fields] });

/** A part of a record whose members the contract leaves open. */
export const object = z.record(z.string(), z.unknown());

/** Whoever did something. */
export const Actor = z.object({ login: z.string().nullish(), avatarUrl: z.string().nullish() });

/** Whoever did something, by login alone. */
export const Login = z.object({ login: z.string().nullish() });

/** The size of a connection that is not read itself. */
export const Count = z.object({ totalCount: z.int().nullish() });

/** The first records of a connection; null for those the credential may not see. */
export const Nodes = z.object({ nodes: z.array(object.nullable()).nullish() });

/** Turns a 64-bit `databaseId`, which GraphQL writes as text, into the number the record has. */
export const withNumericId = (row: RawValue): RawValue =>
  typeof row.databaseId === 'string' ? { ...row, databaseId: Number(row.databaseId) } : row;

/** A made-up git object id: 40 hexadecimal digits. */
export const sampleOid = (source: SampleSource): string =>
  Array.from({ length: 40 }, () => source.integer(0, 15).toString(16)).join('');

/** The user who wrote a made-up record. */
export const sampleAuthor = (source: SampleSource) => {
  const login = source.of('users', 'login');
  return { login, avatarUrl: `https://avatars.githubusercontent.com/${login}` };
};

/** Some labels on a made-up record. */
export const sampleLabels = (source: SampleSource) => ({
  nodes: [
    source.pick([
      { name: 'bug', color: 'd73a4a' },
      { name: 'enhancement', color: 'a2eeef' },
      { name: 'docs', color: '0075ca' },
    ]),
  ],
});
