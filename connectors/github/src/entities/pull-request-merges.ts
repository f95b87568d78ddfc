import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { githubRest } from '../adapter.ts';
import { inRepository } from '../shared.ts';
import { PullRequest } from './pull-requests.ts';

/** https://docs.github.com/rest/pulls/pulls#merge-a-pull-request */
export const pullRequestMerges = defineEntity({
  beyondContract: true,
  name: 'pull_request_merges',
  summary: 'Merges of pull requests into their base branch',
  keywords: ['merge the pr', 'squash', 'land the change', 'rebase and merge', 'merge into main'],
  record: PullRequest,
  key: 'number',
  actions: {
    create: githubRest('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', {
      summary: 'Merge a pull request into its base branch',
      params: inRepository.extend({
        pull_number: z.int().describe('Pull request number within the repository'),
        merge_method: z
          .enum(['merge', 'squash', 'rebase'])
          .optional()
          .describe('With a merge commit, as one commit, or commit by commit; merge by default'),
        commit_title: z.string().optional().describe('Title of the commit'),
        commit_message: z.string().optional().describe('Rest of the message of the commit'),
        sha: z.string().optional().describe('Commit that the head must be at, so that nothing unseen is merged'),
      }),
      result: z.object({
        sha: z.string().describe('The commit on the base branch'),
        merged: z.boolean(),
        message: z.string(),
      }),
    }),
  },
});
