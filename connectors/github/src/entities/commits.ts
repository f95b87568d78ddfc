import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, isOfType } from '../adapter.ts';
import { eachRepository, fields, inRepository, largestPages, Nodes, paged, sinceOnly } from '../shared.ts';

// `abbreviatedOid`, `authoredDate` and `url` are read only if `fields` requests them.
const Commit = z.object({
  oid: z.string().nullish(),
  abbreviatedOid: z.string().nullish(),
  message: z.string().nullish(),
  messageHeadline: z.string().nullish(),
  authoredDate: time().nullish(),
  committedDate: time().nullish(),
  author: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
  additions: z.int().nullish(),
  deletions: z.int().nullish(),
  changedFiles: z.int().nullish(),
  parents: Nodes.nullish(),
  url: z.string().nullish(),
});

// The field GitHub calls `changedFiles` is deprecated, because it fails for commits too large to count.
const commitFields = selection(`
  oid message messageHeadline committedDate
  author { name email }
  additions deletions
  changedFiles: changedFilesIfAvailable
  parents(first: 100) { totalCount nodes { oid } }
`);

const chosen = fields('oid', 'messageHeadline', 'author.name');

const searched = [
  'oid',
  'abbreviatedOid',
  'messageHeadline',
  'message',
  'committedDate',
  'authoredDate',
  'additions',
  'deletions',
  'changedFiles',
  'url',
] as const;

/** https://docs.github.com/graphql/reference/objects#commit */
export const commits = defineEntity({
  name: 'commits',
  summary: 'Commits on the default branch of a repository',
  keywords: ['merged', 'sha', 'hash', 'change', 'checkin', 'revision', 'git log', 'git history'],
  record: Commit,
  key: 'oid',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String, $path: String, $since: GitTimestamp) {
        repository(owner: $owner, name: $repo) {
          defaultBranchRef {
            target {
              ... on Commit {
                history(first: $per_page, after: $after, path: $path, since: $since) {
                  nodes { ...fields }
                  pageInfo { hasNextPage endCursor }
                }
              }
            }
          }
        }
      }`,
      {
        summary: 'List the commits of the default branch, newest first',
        params: inRepository.extend({
          ...paged,
          path: z.string().optional().describe('Only commits that changed this file or directory'),
          fields: chosen,
        }),
        syncOnly: sinceOnly,
        fields: commitFields,
        connection: 'repository.defaultBranchRef.target.history',
        // A repository without any commit has no default branch.
        requiredAt: 'repository',
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $sha: GitObjectID!) {
        repository(owner: $owner, name: $repo) {
          object(oid: $sha) { ... on Commit { ...fields } }
        }
      }`,
      {
        summary: 'Get one commit',
        params: inRepository.extend({ sha: z.string().describe('Full hash, 40 hexadecimal digits'), fields: chosen }),
        fields: commitFields,
        at: 'repository.object',
        keep: isOfType,
      },
    ),
  },
  search: { title: 'messageHeadline', link: '{url}', fields: searched },
  sync: {
    via: 'list',
    params: largestPages(searched),
    ...eachRepository,
    // A commit keeps its time when a branch is merged later.
    cursor: { field: 'committedDate', param: 'since', lookBack: { days: 14 } },
  },
});
