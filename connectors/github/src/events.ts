import {
  type ConnectorEvents,
  type EventHint,
  hmacSignature,
  ownMember,
  type RawValue,
} from '@connectory/connector-sdk';
import { webhooksFor } from './webhooks.ts';

// Each of them costs a request.
const maxCommits = 20;

type Place = { readonly owner: string; readonly repo: string };
type Hinting = (body: RawValue, place: Place, gone: boolean) => readonly EventHint[];

/** A record with a number, which its node id identifies. */
const numbered =
  (entity: string, member: string): Hinting =>
  (body, place, gone) => {
    const { number, node_id: id } = body[member];
    return [{ entity, params: { ...place, number }, key: { id }, gone }];
  };

const issueHint = numbered('issues', 'issue');
const pullRequestHint = numbered('pull_requests', 'pull_request');

/** A push moves a branch or a tag, and brings commits; only those of the default branch have a copy. */
function pushHints(body: RawValue, place: Place): readonly EventHint[] {
  const ref = String(body.ref);
  const gone = body.deleted === true;
  if (ref.startsWith('refs/tags/')) return [tagHint(place, ref.slice('refs/tags/'.length), gone)];
  if (!ref.startsWith('refs/heads/')) return [];
  const branch = ref.slice('refs/heads/'.length);
  const moved = branchHint(place, branch, gone);
  if (branch !== body.repository.default_branch) return [moved];
  const commits: readonly RawValue[] = body.commits ?? [];
  if (commits.length > maxCommits || body.forced === true) return [moved, { entity: 'commits' }];
  return [moved, ...commits.map(({ id }) => ({ entity: 'commits', params: { ...place, sha: id }, key: { oid: id } }))];
}

const branchHint = (place: Place, name: string, gone: boolean): EventHint => ({
  entity: 'branches',
  params: { ...place, branch: name },
  key: { name },
  gone,
});
const tagHint = (place: Place, name: string, gone: boolean): EventHint => ({
  entity: 'tags',
  params: { ...place, tag: name },
  key: { name },
  gone,
});

const refHints =
  (gone: boolean): Hinting =>
  ({ ref, ref_type: type }, place) => {
    if (type === 'branch') return [branchHint(place, ref, gone)];
    return type === 'tag' ? [tagHint(place, ref, gone)] : [];
  };

/** What an event is about, by its name. */
const hintings: Readonly<Record<string, Hinting>> = {
  issues: issueHint,
  issue_comment: (body, place, gone) => {
    const { comment, issue } = body;
    const isOnPullRequest = issue.pull_request !== undefined;
    const entity = isOnPullRequest ? 'pr_comments' : 'comments';
    const id = comment.node_id;
    const about = { entity, params: { ...place, number: issue.number, id }, gone };
    return isOnPullRequest ? [about] : [about, ...issueHint(body, place, false)];
  },
  pull_request: pullRequestHint,
  pull_request_review: (body, place) => [...pullRequestHint(body, place, false), { entity: 'reviews' }],
  label: ({ label }, place, gone) => [
    { entity: 'labels', params: { ...place, name: label.name }, key: { id: label.node_id }, gone },
  ],
  milestone: numbered('milestones', 'milestone'),
  release: ({ release }, place, gone) => [
    { entity: 'releases', params: { ...place, tag: release.tag_name }, key: { id: release.node_id }, gone },
  ],
  discussion: numbered('discussions', 'discussion'),
  push: pushHints,
  create: refHints(false),
  delete: refHints(true),
  repository: ({ repository }, place, gone) => [
    { entity: 'repositories', params: place, key: { id: repository.node_id }, gone },
  ],
};

/** https://docs.github.com/webhooks */
export const events: ConnectorEvents = {
  documentation: 'https://docs.github.com/webhooks/webhook-events-and-payloads',
  entities: [
    'repositories',
    'issues',
    'comments',
    'pull_requests',
    'reviews',
    'pr_comments',
    'labels',
    'milestones',
    'releases',
    'discussions',
    'branches',
    'tags',
    'commits',
  ],
  secret: 'Secret of the webhook: make one, store it here and give it to GitHub',
  signature: hmacSignature({ header: 'x-hub-signature-256', prefix: 'sha256=' }),
  registration: {
    webhooks: webhooksFor(Object.keys(hintings)),
    url: 'config.url',
    each: { entity: 'repositories', params: {}, partition: ['owner', 'repo'] },
    permission:
      'administration of the repository: the scope admin:repo_hook, or write access to Webhooks for a fine-grained token',
  },
  id: { header: 'x-github-delivery' },
  hints: ({ headers, body }) => {
    const name = headers['x-github-event'] ?? '';
    const hinting = ownMember(hintings, name);
    const [owner, repo] = String(body?.repository?.full_name ?? '').split('/');
    if (hinting === undefined || !owner || !repo) return [];
    return hinting(body, { owner, repo }, ['deleted', 'transferred'].includes(body.action));
  },
};
