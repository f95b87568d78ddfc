import { defineEntity, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { changeAt } from '../sample-work.ts';
import { Actor, eachRepository, fields, inRepository, largestPages, Nodes, paged, sampleAuthor } from '../shared.ts';

// `url` is read only if `fields` requests it.
const Release = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  name: z.string().nullish(),
  tagName: z.string().nullish(),
  description: z.string().nullish(),
  publishedAt: z.string().nullish(),
  createdAt: z.string().nullish(),
  isPrerelease: z.boolean().nullish(),
  isDraft: z.boolean().nullish(),
  author: Actor.nullish(),
  releaseAssets: Nodes.nullish(),
  url: z.string().nullish(),
});

const releaseFields = selection(`
  id databaseId name tagName description publishedAt createdAt isPrerelease isDraft
  author { login avatarUrl }
  releaseAssets(first: 10) { nodes { name downloadUrl size } }
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
  sample: (source) => {
    const tagName = `v1.${source.index}.0`;
    const age = source.integer(1, 600);
    const repository = `https://github.com/${source.of('repositories', 'nameWithOwner')}`;
    return {
      id: source.id('RE_kwDO', 10),
      name: tagName,
      tagName,
      createdAt: source.time(age),
      publishedAt: source.time(age),
      isPrerelease: source.index % 8 === 7,
      isDraft: false,
      description: `## What is new\n\n- ${changeAt(source.index).title}\n- ${changeAt(source.index + 1).title}\n`,
      author: sampleAuthor(source),
      releaseAssets: {
        nodes: [
          { name: 'dist.tar.gz', downloadUrl: `${repository}/releases/download/${tagName}/dist.tar.gz`, size: 48_213 },
        ],
      },
      url: `${repository}/releases/tag/${tagName}`,
    };
  },
});
