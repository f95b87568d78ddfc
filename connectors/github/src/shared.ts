import { eachOfSetting, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The repository of a call. */
export const inRepository = z.object({
  owner: z.string().describe('Login of the user or organization that owns the repository'),
  repo: z.string().describe('Name of the repository, without its owner'),
});

/** The organization of a call. */
export const inOrganization = z.object({ org: z.string().describe('Login of the organization') });

/** The user of a call. */
export const ofUser = z.object({ username: z.string().describe('Login of the user') });

/** The page size of a list; entities differ only in the default. */
export const pageSize = (usual: number) =>
  z.int().min(1).max(100).default(usual).describe('Number of records per page');

/** The cursor of a list or search. */
export const after = z.string().optional().describe('The end_cursor of the previous page; left out for the first page');

/** Parameters that page a list. */
export const paged = { per_page: pageSize(30), after };

/** The field selection of every read, with examples for the entity. */
export const fields = (...examples: string[]) =>
  z
    .array(z.string().meta({ examples }))
    .optional()
    .describe(
      'Dotted paths of the fields to return in place of the default ones; `<Type>` selects one type of a union',
    );

/** Sync plan fields that read each repository of the connection, one after the other. */
export const eachRepository = {
  each: eachOfSetting('repositories', ['owner', 'repo']),
  bind: { owner: 'owner', repo: 'repo' },
} as const;

/** Sync plan fields that read each organization of the connection. */
export const eachOrganization = { each: eachOfSetting('organizations', ['org']), bind: { org: 'org' } } as const;

/** Parameters of a sync plan: the largest pages, with only the fields that the copy keeps. */
export const largestPages = (fields: readonly string[]) => ({ per_page: 100, fields: [...fields] });

/** The parameter by which later passes request only what is new. */
export const sinceOnly = z.object({ since: z.iso.datetime() });

/** A part of a record whose fields the contract does not specify. */
export const object = z.record(z.string(), z.unknown());

/** The user or app that performed an action. */
export const Actor = z.object({ login: z.string().nullish(), avatarUrl: z.string().nullish() });

/** The user or app that performed an action, by login only. */
export const Login = z.object({ login: z.string().nullish() });

/** The size of a connection whose nodes are not read. */
export const Count = z.object({ totalCount: z.int().nullish() });

/** The first records of a connection; null for those the credential may not see. */
export const Nodes = z.object({ nodes: z.array(object.nullable()).nullish() });

/** Converts a 64-bit `databaseId`, which GraphQL returns as a string, to the record's number. */
export const withNumericId = (row: RawValue): RawValue =>
  typeof row.databaseId === 'string' ? { ...row, databaseId: Number(row.databaseId) } : row;
