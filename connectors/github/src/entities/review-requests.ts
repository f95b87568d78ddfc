import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { githubRest } from '../adapter.ts';
import { RestPullRequest } from '../records/rest.ts';
import { inRepository } from '../shared.ts';
import { PullRequest } from './pull-requests.ts';

/** https://docs.github.com/rest/pulls/review-requests#request-reviewers-for-a-pull-request */
export const reviewRequests = defineEntity({
  beyondContract: true,
  name: 'review_requests',
  summary: 'Requests to people and teams to review a pull request',
  keywords: ['ask for review', 'assign reviewer', 'request reviewers', 'reviewer of the pr'],
  record: PullRequest,
  key: 'number',
  actions: {
    create: githubRest('POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
      summary: 'Ask people or teams to review a pull request, which notifies them',
      effect: 'outward',
      params: inRepository.extend({
        pull_number: z.int().describe('Pull request number within the repository'),
        reviewers: z.array(z.string()).optional().describe('Logins of the people'),
        team_reviewers: z.array(z.string()).optional().describe('Slugs of the teams'),
      }),
      result: RestPullRequest.omit({
        comments: true,
        review_comments: true,
        commits: true,
        additions: true,
        deletions: true,
        changed_files: true,
      }),
    }),
  },
});
