import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { applicationSourceChanges } from './entities/application-source-changes.ts';
import { applicationStageChanges } from './entities/application-stage-changes.ts';
import { applications } from './entities/applications.ts';
import { archiveReasons } from './entities/archive-reasons.ts';
import { candidateNotes } from './entities/candidate-notes.ts';
import { candidateTagRemovals } from './entities/candidate-tag-removals.ts';
import { candidateTaggings } from './entities/candidate-taggings.ts';
import { candidateTags } from './entities/candidate-tags.ts';
import { candidates } from './entities/candidates.ts';
import { customFields } from './entities/custom-fields.ts';
import { departments } from './entities/departments.ts';
import { feedbackFormDefinitions } from './entities/feedback-form-definitions.ts';
import { interviewPlans } from './entities/interview-plans.ts';
import { interviewStages } from './entities/interview-stages.ts';
import { jobPostings } from './entities/job-postings.ts';
import { jobs } from './entities/jobs.ts';
import { locations } from './entities/locations.ts';
import { sources } from './entities/sources.ts';
import { users } from './entities/users.ts';
import { events } from './events.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Recruiting 2 (Ashby). */
export const ashby: Connector = defineConnector({
  id: 'ashby',
  kind: 'recruiting 2',
  contractId: 'B6',
  vendor: 'Ashby',
  version: packageJson.version,
  upstream,
  entities: [
    candidates,
    applications,
    jobs,
    departments,
    locations,
    users,
    jobPostings,
    sources,
    archiveReasons,
    candidateTags,
    customFields,
    feedbackFormDefinitions,
    applicationSourceChanges,
    applicationStageChanges,
    candidateNotes,
    candidateTaggings,
    candidateTagRemovals,
    interviewPlans,
    interviewStages,
  ],
  meanings,
  personal,
  check: { entity: 'users', action: 'list', params: { limit: 1 } },
  events,
});
