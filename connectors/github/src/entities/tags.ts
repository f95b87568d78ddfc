import { defineEntity, type RawValue, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { eachRepository, fields, inRepository, largestPages, object, paged } from '../shared.ts';

const Tag = z.object({
  name: z.string().nullish(),
  prefix: z.string().nullish(),
  target: z
    .object({
      oid: z.string().nullish(),
      commitUrl: z.string().nullish(),
      message: z.string().nullish(),
      tagger: object.nullish(),
    })
    .nullish(),
});

// GraphQL rejects two messages of different types under one name, and only that of a commit is never null.
const tagFields = selection(`
  name prefix
  target {
    oid
    ... on Commit { commitUrl message }
    ... on Tag { tagger { name email date } tagMessage: message }
  }
`);

function withMessage(row: RawValue): RawValue {
  if (row.target?.tagMessage === undefined) return row;
  const { tagMessage, ...target } = row.target;
  return { ...row, target: { ...target, message: tagMessage } };
}

const chosen = fields('name', 'target.oid', 'target<Commit>.message');

const searched = ['name', 'prefix'] as const;

/** https://docs.github.com/graphql/reference/objects#ref */
export const tags = defineEntity({
  name: 'tags',
  summary: 'Tags of a repository, each with its commit or annotation',
  keywords: ['version', 'label'],
  record: Tag,
  key: 'name',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          refs(
            refPrefix: "refs/tags/", first: $per_page, after: $after,
            orderBy: { field: TAG_COMMIT_DATE, direction: DESC }
          ) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the tags of a repository, latest commit first',
        params: inRepository.extend({ ...paged, fields: chosen }),
        fields: tagFields,
        connection: 'repository.refs',
        toRecord: withMessage,
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $ref: String!) {
        repository(owner: $owner, name: $repo) {
          ref(qualifiedName: $ref) { ...fields }
        }
      }`,
      {
        summary: 'Get one tag',
        params: inRepository.extend({ tag: z.string().describe('Tag name without `refs/tags/`'), fields: chosen }),
        variables: { ref: 'refs/tags/{tag}' },
        fields: tagFields,
        at: 'repository.ref',
        toRecord: withMessage,
      },
    ),
  },
  search: { title: 'name', fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachRepository },
});
