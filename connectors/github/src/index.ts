import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { branches } from './entities/branches.ts';
import { comments } from './entities/comments.ts';
import { commits } from './entities/commits.ts';
import { directoryContent } from './entities/directory-content.ts';
import { discussions } from './entities/discussions.ts';
import { fileContent } from './entities/file-content.ts';
import { issues } from './entities/issues.ts';
import { labels } from './entities/labels.ts';
import { milestones } from './entities/milestones.ts';
import { orgRepositories } from './entities/org-repositories.ts';
import { organizations } from './entities/organizations.ts';
import { prComments } from './entities/pr-comments.ts';
import { projectItems } from './entities/project-items.ts';
import { projects } from './entities/projects.ts';
import { pullRequestMerges } from './entities/pull-request-merges.ts';
import { pullRequests } from './entities/pull-requests.ts';
import { releases } from './entities/releases.ts';
import { repositories } from './entities/repositories.ts';
import { reviewRequests } from './entities/review-requests.ts';
import { reviews } from './entities/reviews.ts';
import { stargazers } from './entities/stargazers.ts';
import { tags } from './entities/tags.ts';
import { teams } from './entities/teams.ts';
import { users } from './entities/users.ts';
import { viewer } from './entities/viewer.ts';
import { viewerRepositories } from './entities/viewer-repositories.ts';
import { workflowDispatches } from './entities/workflow-dispatches.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Code hosting (GitHub). */
export const github: Connector = defineConnector({
  id: 'github',
  kind: 'code hosting',
  contractId: 'A1',
  vendor: 'GitHub',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    repositories,
    orgRepositories,
    branches,
    commits,
    releases,
    issues,
    comments,
    pullRequests,
    reviews,
    prComments,
    labels,
    milestones,
    organizations,
    users,
    teams,
    tags,
    stargazers,
    viewer,
    viewerRepositories,
    projects,
    projectItems,
    discussions,
    fileContent,
    directoryContent,
    pullRequestMerges,
    reviewRequests,
    workflowDispatches,
  ],
  meanings,
  personal,
  check: { entity: 'viewer', action: 'get', params: { fields: ['login'] }, account: { at: 'login' } },
  events,
});
