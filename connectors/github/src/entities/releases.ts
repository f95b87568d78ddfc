import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { Actor, eachRepository, fields, inRepository, largestPages, Nodes, paged } from '../shared.ts';

// `url` is read only if `fields` requests it.
const Release = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  name: z.string().nullish(),
  tagName: z.string().nullish(),
  description: z.string().nullish(),
  publishedAt: time().nullish(),
  createdAt: time().nullish(),
  isPrerelease: z.boolean().nullish(),
  isDraft: z.boolean().nullish(),
  author: Actor.nullish(),
  releaseAssets: Nodes.nullish(),
  url: z.string().nullish(),
});

const releaseFields = selection(`
  id databaseId name tagName description publishedAt createdAt isPrerelease isDraft
  author { login avatarUrl }
  releaseAssets(first: 100) { totalCount nodes { name downloadUrl size } }
`);

const chosen = fields('tagName', 'publishedAt', 'author.login');

const searched = [
  'id',
  'databaseId',
  'name',
  'tagName',
  'description',
  'publishedAt',
  'createdAt',
  'isPrerelease',
  'isDraft',
  'url',
] as const;

/** https://docs.github.com/graphql/reference/objects#release */
export const releases = defineEntity({
  name: 'releases',
  summary: 'Releases of a repository, with their first files',
  keywords: ['version', 'ship', 'changelog', 'new version', 'cut a version', 'published version', 'change log'],
  record: Release,
  key: 'id',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          releases(first: $per_page, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the releases of a repository, newest first',
        params: inRepository.extend({ ...paged, fields: chosen }),
        fields: releaseFields,
        connection: 'repository.releases',
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $tag: String!) {
        repository(owner: $owner, name: $repo) {
          release(tagName: $tag) { ...fields }
        }
      }`,
      {
        summary: 'Get the release of a tag',
        params: inRepository.extend({ tag: z.string().describe('Name of the tag that was released'), fields: chosen }),
        fields: releaseFields,
        at: 'repository.release',
      },
    ),
  },
  search: { fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachRepository },
});
