import { defineEntity, fromParam, selection } from '@connectory/connector-sdk';
import type { MetaFields } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { eachRepository, fields, inRepository } from '../shared.ts';

const DirectoryEntry = z.object({
  name: z.string().nullish(),
  type: z.string().nullish(),
  oid: z.string().nullish(),
  path: z.string().nullish(),
});

// The contract declares these fields for every list; GitHub returns a directory as one page.
const onePage: MetaFields = {
  has_next_page: { type: z.boolean(), reads: [], read: () => false },
  end_cursor: { type: z.string().nullable(), reads: [], read: () => null },
};

/** https://docs.github.com/graphql/reference/objects#tree */
export const directoryContent = defineEntity({
  name: 'directory_content',
  summary: 'Files and directories within a directory at a branch, tag or commit',
  keywords: ['folder', 'inside', 'everything under', 'ls', 'tree of', 'subfolder'],
  record: DirectoryEntry,
  key: 'path',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $expression: String!) {
        repository(owner: $owner, name: $repo) {
          object(expression: $expression) { ... on Tree { entries { ...fields } } }
        }
      }`,
      {
        summary: 'List all entries of one directory',
        params: inRepository.extend({
          path: z
            .string()
            .describe('Path of the directory, without a leading slash; empty for the top directory')
            .meta({ default: '' }),
          ref: z.string().default('HEAD').describe('Branch, tag or commit to read it at'),
          fields: fields('name', 'type'),
        }),
        variables: { expression: '{ref}:{path}' },
        fields: selection('name type oid path'),
        at: 'repository.object.entries',
        meta: onePage,
      },
    ),
  },
  search: {
    title: 'path',
    fields: ['name', 'type', 'oid', 'path'],
    derived: { owner: fromParam(z.string(), 'owner'), repo: fromParam(z.string(), 'repo') },
  },
  sync: { via: 'list', params: { path: '' }, ...eachRepository },
});
