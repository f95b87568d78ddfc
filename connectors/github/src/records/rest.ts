import { z } from 'zod';
import { object } from '../shared.ts';

const SimpleUser = z.object({
  login: z.string(),
  id: z.int(),
  node_id: z.string(),
  avatar_url: z.string(),
  url: z.string(),
  html_url: z.string(),
  type: z.string(),
  site_admin: z.boolean(),
});

/** A label as the REST API returns it. */
export const RestLabel = z.object({
  id: z.int(),
  node_id: z.string(),
  url: z.string(),
  name: z.string(),
  color: z.string(),
  default: z.boolean().describe('Whether GitHub gives it to every new repository'),
  description: z.string().nullish(),
});

const Reactions = z.object({
  url: z.string(),
  total_count: z.int(),
  '+1': z.int(),
  '-1': z.int(),
  laugh: z.int(),
  hooray: z.int(),
  confused: z.int(),
  heart: z.int(),
  rocket: z.int(),
  eyes: z.int(),
});

const AuthorAssociation = z.enum([
  'COLLABORATOR',
  'CONTRIBUTOR',
  'FIRST_TIMER',
  'FIRST_TIME_CONTRIBUTOR',
  'MANNEQUIN',
  'MEMBER',
  'NONE',
  'OWNER',
]);

const BranchOfPullRequest = z.object({ label: z.string(), ref: z.string(), sha: z.string() });

/** An issue as the REST API returns it from create and update. */
export const RestIssue = z.object({
  id: z.int(),
  node_id: z.string(),
  url: z.string(),
  repository_url: z.string(),
  labels_url: z.string(),
  comments_url: z.string(),
  events_url: z.string(),
  html_url: z.string(),
  number: z.int(),
  state: z.string(),
  state_reason: z.string().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  user: SimpleUser.nullable(),
  labels: z.array(RestLabel),
  assignees: z.array(SimpleUser).optional(),
  milestone: object.nullish(),
  locked: z.boolean(),
  comments: z.int(),
  closed_at: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  author_association: AuthorAssociation.optional(),
  active_lock_reason: z.string().nullish(),
  closed_by: object.nullish(),
  timeline_url: z.string().optional(),
  performed_via_github_app: object.nullish(),
  assignee: SimpleUser.nullable(),
  reactions: Reactions.optional(),
  sub_issues_summary: z.object({ total: z.int(), completed: z.int(), percent_completed: z.int() }).optional(),
  type: object.nullish(),
  pinned_comment: object.nullish(),
  issue_field_values: z.array(object).optional(),
  issue_dependencies_summary: z
    .object({ blocked_by: z.int(), blocking: z.int(), total_blocked_by: z.int(), total_blocking: z.int() })
    .optional(),
});

/** A comment on an issue or pull request as the REST API returns it from create. */
export const RestComment = z.object({
  id: z.int(),
  node_id: z.string(),
  url: z.string(),
  html_url: z.string(),
  body: z.string().optional(),
  user: SimpleUser.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  issue_url: z.string(),
  author_association: AuthorAssociation.optional(),
  performed_via_github_app: object.nullish(),
  reactions: Reactions.optional(),
});

/** A pull request as the REST API returns it from create. */
export const RestPullRequest = z.object({
  id: z.int(),
  node_id: z.string(),
  url: z.string(),
  html_url: z.string(),
  diff_url: z.string(),
  patch_url: z.string(),
  number: z.int(),
  state: z.enum(['open', 'closed']),
  locked: z.boolean(),
  title: z.string(),
  body: z.string().nullish(),
  user: SimpleUser,
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  draft: z.boolean().optional(),
  head: BranchOfPullRequest,
  base: BranchOfPullRequest,
  author_association: AuthorAssociation,
  labels: z.array(RestLabel),
  milestone: object.nullable(),
  assignees: z.array(SimpleUser).optional(),
  requested_reviewers: z.array(object).optional(),
  comments: z.int(),
  review_comments: z.int(),
  commits: z.int(),
  additions: z.int(),
  deletions: z.int(),
  changed_files: z.int(),
});

/** A review as the REST API returns it from create. */
export const RestReview = z.object({
  id: z.int(),
  node_id: z.string(),
  user: SimpleUser.nullable(),
  body: z.string().nullish(),
  state: z.string(),
  html_url: z.string(),
  submitted_at: z.string().optional().describe('When it was submitted, as ISO 8601'),
  commit_id: z.string().nullish(),
});

/** A release as the REST API returns it from create and update. */
export const RestRelease = z.object({
  id: z.int(),
  node_id: z.string(),
  url: z.string(),
  html_url: z.string(),
  tag_name: z.string(),
  target_commitish: z.string().describe('Branch or commit from which the tag was made'),
  name: z.string().nullish(),
  body: z.string().nullish(),
  draft: z.boolean(),
  prerelease: z.boolean().describe('Whether it is marked as not ready for production'),
  created_at: z.string(),
  published_at: z.string().nullish().describe('When it was published, as ISO 8601; null for a draft'),
  author: SimpleUser,
});
