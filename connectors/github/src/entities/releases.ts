import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, githubRest } from '../adapter.ts';
import { RestRelease } from '../records/rest.ts';
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

const editable = {
  name: z.string().optional().describe('Title of the release'),
  body: z.string().optional().describe('What is new, as Markdown'),
  draft: z.boolean().optional().describe('Whether it is a draft, which only people with write access see'),
  prerelease: z.boolean().optional().describe('Whether it is marked as not ready for production'),
  target_commitish: z.string().optional().describe('Branch or commit for a tag that does not exist yet'),
};

/** https://docs.github.com/graphql/reference/objects#release and https://docs.github.com/rest/releases/releases */
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
    create: githubRest('POST /repos/{owner}/{repo}/releases', {
      beyondContract: true,
      summary: 'Publish a release, or save a draft of one; followers of the repository are notified',
      effect: 'outward',
      params: inRepository.extend({
        tag_name: z.string().describe('Name of the tag, which is created if it does not exist'),
        ...editable,
        generate_release_notes: z
          .boolean()
          .optional()
          .describe('Whether GitHub writes title and text from what was merged'),
      }),
      result: RestRelease,
    }),
    update: githubRest('PATCH /repos/{owner}/{repo}/releases/{release_id}', {
      beyondContract: true,
      summary: 'Change a release, or publish a draft; omitted fields stay unchanged',
      effect: 'outward',
      params: inRepository.extend({
        release_id: z.int().describe('Numeric id of the release (databaseId)'),
        tag_name: z.string().optional().describe('Name of the tag'),
        ...editable,
      }),
      result: RestRelease,
    }),
  },
  search: { title: ['name', 'tagName'], link: '{url}', get: { tag: 'tagName' }, fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachRepository },
});
