import { type SampleSource, simulate } from '@connectory/sandbox';
import { comments } from '../src/entities/comments.ts';
import { discussions } from '../src/entities/discussions.ts';
import { issues } from '../src/entities/issues.ts';
import { labels } from '../src/entities/labels.ts';
import { milestones } from '../src/entities/milestones.ts';
import { prComments } from '../src/entities/pr-comments.ts';
import { pullRequestMerges } from '../src/entities/pull-request-merges.ts';
import { pullRequests } from '../src/entities/pull-requests.ts';
import { reviewRequests } from '../src/entities/review-requests.ts';
import { reviews } from '../src/entities/reviews.ts';
import { changeAt, problemAt, remark, sampleAuthor, sampleLabels } from './work.ts';

/** A plausible comment on `page`, the last part of the URL of an issue or pull request. */
function sampleComment(source: SampleSource, page: string) {
  const body = remark(source);
  const databaseId = 2_100_000_000 + source.index;
  const age = source.integer(1, 200);
  return {
    id: source.id('IC_kwDO', 10),
    databaseId,
    body,
    bodyHTML: `<p>${body}</p>`,
    createdAt: source.time(age),
    updatedAt: source.time(age),
    author: sampleAuthor(source),
    url: `https://github.com/${source.of('repositories', 'nameWithOwner')}/${page}#issuecomment-${databaseId}`,
    isMinimized: false,
    minimizedReason: null,
  };
}

const thatPullRequest = { owner: null, repo: null, pull_number: 'number' } as const;

export const simulatedIssues = [
  simulate(pullRequestMerges, {
    actions: {
      create: {
        fields: { ...thatPullRequest, sha: null },
        values: () => ({ state: 'MERGED', merged: true, mergeable: 'UNKNOWN' }),
      },
    },
  }),
  simulate(reviewRequests, {
    actions: {
      create: {
        fields: thatPullRequest,
        values: ({ reviewers = [], team_reviewers = [] }, { reviewRequests: asked }) => ({
          reviewRequests: { totalCount: (asked?.totalCount ?? 0) + reviewers.length + team_reviewers.length },
        }),
      },
    },
  }),
  simulate(comments, {
    sample: (source) => sampleComment(source, `issues/${source.of('issues', 'number')}`),
    actions: { update: { fields: { owner: null, repo: null, comment_id: 'databaseId' } } },
  }),
  simulate(issues, {
    sample: (source) => {
      const number = source.index * 2 + 1;
      const problem = problemAt(source.index);
      const closed = source.index % 3 === 2;
      const age = source.integer(30, 400);
      return {
        id: source.id('I_kwDO', 10),
        number,
        ...problem,
        bodyHTML: `<p>${problem.body}</p>`,
        state: closed ? 'CLOSED' : 'OPEN',
        stateReason: closed ? 'COMPLETED' : null,
        createdAt: source.time(age),
        updatedAt: source.time(age - 20),
        closedAt: closed ? source.time(age - 20) : null,
        author: sampleAuthor(source),
        assignees: { nodes: [{ login: source.of('users', 'login') }] },
        labels: sampleLabels(source),
        milestone: null,
        url: `https://github.com/${source.of('repositories', 'nameWithOwner')}/issues/${number}`,
        locked: false,
        comments: { totalCount: source.integer(0, 12) },
      };
    },
  }),
  simulate(prComments, {
    sample: (source) => sampleComment(source, `pull/${source.of('pull_requests', 'number')}`),
  }),
  simulate(pullRequests, {
    sample: (source) => {
      const number = source.index * 2 + 2;
      const { branch, title } = changeAt(source.index);
      const body = `${title}. Tested with the orders of last week.`;
      const state = source.pick(['OPEN', 'MERGED', 'CLOSED']);
      const age = source.integer(30, 400);
      const end = state === 'OPEN' ? null : source.time(age - 5);
      return {
        id: source.id('PR_kwDO', 10),
        databaseId: 2_900_000_000 + source.index,
        number,
        title,
        body,
        bodyHTML: `<p>${body}</p>`,
        state,
        isDraft: false,
        createdAt: source.time(age),
        updatedAt: source.time(age - 5),
        closedAt: end,
        mergedAt: state === 'MERGED' ? end : null,
        author: sampleAuthor(source),
        baseRefName: 'main',
        headRefName: branch,
        mergeable: state === 'OPEN' ? 'MERGEABLE' : 'UNKNOWN',
        merged: state === 'MERGED',
        mergedBy: state === 'MERGED' ? { login: source.of('users', 'login') } : null,
        additions: source.integer(1, 500),
        deletions: source.integer(0, 300),
        changedFiles: source.integer(1, 20),
        commits: { totalCount: source.integer(1, 12) },
        comments: { totalCount: source.integer(0, 9) },
        reviews: { totalCount: source.integer(0, 4) },
        reviewRequests: { totalCount: state === 'OPEN' ? 1 : 0 },
        assignees: { nodes: [{ login: source.of('users', 'login') }] },
        labels: sampleLabels(source),
        url: `https://github.com/${source.of('repositories', 'nameWithOwner')}/pull/${number}`,
      };
    },
    actions: { update: { fields: thatPullRequest } },
  }),
  simulate(reviews, {
    sample: (source) => {
      const databaseId = 2_700_000_000 + source.index;
      const submittedAt = source.time(source.integer(1, 200));
      const pullRequest = `${source.of('repositories', 'nameWithOwner')}/pull/${source.of('pull_requests', 'number')}`;
      return {
        id: source.id('PRR_kwDO', 10),
        databaseId,
        state: source.pick(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED']),
        body: remark(source),
        submittedAt,
        createdAt: submittedAt,
        updatedAt: submittedAt,
        author: sampleAuthor(source),
        comments: { totalCount: source.integer(0, 6) },
        url: `https://github.com/${pullRequest}#pullrequestreview-${databaseId}`,
      };
    },
    actions: {
      create: {
        values: ({ event, body }) => ({
          body,
          state: { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' }[event],
        }),
      },
    },
  }),
  simulate(labels, {
    sample: (source) => {
      const name = `${source.pick(['area', 'kind', 'priority'])}/${source.words(1).toLowerCase()}-${source.index}`;
      return {
        description: `Concerns ${name.split('/')[1]}`,
        id: source.id('LA_kwDO', 10),
        name,
        color: source.pick(['d73a4a', 'a2eeef', '0075ca', 'fbca04']),
        createdAt: source.time(source.integer(200, 600)),
        url: `https://github.com/${source.of('repositories', 'nameWithOwner')}/labels/${encodeURIComponent(name)}`,
        issues: { totalCount: source.integer(0, 40) },
        pullRequests: { totalCount: source.integer(0, 40) },
      };
    },
  }),
  simulate(milestones, {
    sample: (source) => {
      const closed = source.index % 3 === 0;
      return {
        id: source.id('MI_kwDO', 10),
        number: source.index + 1,
        title: `v1.${source.index}`,
        description: source.pick([
          'What we promised for the autumn',
          'Small things before the sale',
          'Faster, nothing else',
          '',
        ]),
        state: closed ? 'CLOSED' : 'OPEN',
        dueOn: null,
        closedAt: closed ? source.time(30) : null,
        createdAt: source.time(200),
        updatedAt: source.time(30),
        progressPercentage: closed ? 100 : source.integer(0, 95),
        issues: { totalCount: source.integer(0, 30) },
        pullRequests: { totalCount: source.integer(0, 30) },
      };
    },
  }),
  simulate(discussions, {
    sample: (source) => {
      const number = source.index + 1;
      const answered = source.index % 2 === 0;
      const { title, body } = problemAt(source.index + 7);
      const age = source.integer(30, 300);
      return {
        id: source.id('D_kwDO', 8),
        databaseId: 7_000_000 + source.index,
        number,
        title,
        body,
        bodyHTML: `<p>${body}</p>`,
        createdAt: source.time(age),
        updatedAt: source.time(age - 10),
        closedAt: null,
        closed: false,
        locked: false,
        activeLockReason: null,
        stateReason: null,
        url: `https://github.com/${source.of('repositories', 'nameWithOwner')}/discussions/${number}`,
        isAnswered: answered,
        answerChosenAt: answered ? source.time(age - 10) : null,
        author: sampleAuthor(source),
        category: { id: source.id('DIC_kwDO', 8), name: 'Q&A', slug: 'q-a', emoji: ':pray:', isAnswerable: true },
        answerChosenBy: answered ? { login: source.of('users', 'login') } : null,
        answer: answered
          ? {
              id: source.id('DC_kwDO', 8),
              body: remark(source),
              author: { login: source.of('users', 'login') },
              createdAt: source.time(age - 9),
            }
          : null,
        labels: { nodes: [] },
        comments: { totalCount: source.integer(1, 9) },
        upvoteCount: source.integer(1, 30),
      };
    },
  }),
];
