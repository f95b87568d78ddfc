import { defineEntity, eachOfSetting, fromParam, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, isOfType } from '../adapter.ts';
import { fields, inRepository } from '../shared.ts';

const FileContent = z.object({
  text: z.string().nullish(),
  byteSize: z.int().nullish(),
  isBinary: z.boolean().nullish(),
  isTruncated: z.boolean().nullish(),
  oid: z.string().nullish(),
  abbreviatedOid: z.string().nullish(),
});

/** https://docs.github.com/graphql/reference/objects#blob */
export const fileContent = defineEntity({
  name: 'file_content',
  summary: 'Text of a file at a branch, tag or commit',
  keywords: ['readme', 'yml', 'package json', 'config', 'read', 'lines of', 'look like', 'yaml', 'source of'],
  record: FileContent,
  key: 'oid',
  actions: {
    get: github(
      `query ($owner: String!, $repo: String!, $expression: String!) {
        repository(owner: $owner, name: $repo) {
          object(expression: $expression) { ... on Blob { ...fields } }
        }
      }`,
      {
        summary: 'Get the text of one file; null for a binary file',
        params: inRepository.extend({
          path: z.string().describe('Path of the file from the top directory, without a leading slash'),
          ref: z.string().default('HEAD').describe('Branch, tag or commit to read it at'),
          fields: fields('text', 'byteSize'),
        }),
        variables: { expression: '{ref}:{path}' },
        fields: selection('text byteSize isBinary isTruncated oid abbreviatedOid'),
        at: 'repository.object',
        keep: isOfType,
      },
    ),
  },
  search: {
    title: 'path',
    fields: ['text', 'byteSize', 'isBinary', 'isTruncated', 'oid', 'abbreviatedOid'],
    derived: {
      owner: fromParam(z.string(), 'owner'),
      repo: fromParam(z.string(), 'repo'),
      path: fromParam(z.string(), 'path'),
    },
  },
  sync: {
    via: 'get',
    each: eachOfSetting('files', ['owner', 'repo', 'path']),
    bind: { owner: 'owner', repo: 'repo', path: 'path' },
  },
});
