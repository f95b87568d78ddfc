import { selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { Actor, Nodes } from '../shared.ts';

/** A repository, as the entities that list repositories return it. */
export const Repository = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  nameWithOwner: z.string().nullish(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  pushedAt: time().nullish(),
  forkCount: z.int().nullish(),
  stargazerCount: z.int().nullish(),
  isPrivate: z.boolean().nullish(),
  isFork: z.boolean().nullish(),
  isArchived: z.boolean().nullish(),
  isTemplate: z.boolean().nullish(),
  hasIssuesEnabled: z.boolean().nullish(),
  hasWikiEnabled: z.boolean().nullish(),
  primaryLanguage: z.object({ name: z.string().nullish() }).nullish(),
  licenseInfo: z.object({ name: z.string().nullish(), spdxId: z.string().nullish() }).nullish(),
  owner: Actor.nullish(),
  defaultBranchRef: z.object({ name: z.string().nullish() }).nullish(),
  repositoryTopics: Nodes.nullish(),
});

/** The fields of a repository that are returned unless the caller chooses others. */
export const repositoryFields = selection(`
  id name nameWithOwner description url createdAt updatedAt pushedAt forkCount stargazerCount
  isPrivate isFork isArchived isTemplate hasIssuesEnabled hasWikiEnabled
  primaryLanguage { name }
  licenseInfo { name spdxId }
  owner { login avatarUrl }
  defaultBranchRef { name }
  repositoryTopics(first: 20) { totalCount nodes { topic { name } } }
`);

/** What is searched of every repository. */
export const searchedOfRepository = [
  'id',
  'name',
  'nameWithOwner',
  'description',
  'url',
  'createdAt',
  'updatedAt',
  'pushedAt',
  'forkCount',
  'stargazerCount',
  'isPrivate',
  'isFork',
  'isArchived',
] as const;

/** What is searched of the repositories of an organization, and of those the account owns. */
export const searchedOfOwnedRepository = [
  ...searchedOfRepository,
  'isTemplate',
  'hasIssuesEnabled',
  'hasWikiEnabled',
  'primaryLanguage.name',
  'licenseInfo.name',
  'licenseInfo.spdxId',
  'owner.login',
  'defaultBranchRef.name',
] as const;
