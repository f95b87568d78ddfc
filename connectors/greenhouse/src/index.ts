import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { applicationAttachment } from './entities/application-attachment.ts';
import { applicationMoves } from './entities/application-moves.ts';
import { applicationRejections } from './entities/application-rejections.ts';
import { applicationUnrejections } from './entities/application-unrejections.ts';
import { applications } from './entities/applications.ts';
import { appliedCandidateTags } from './entities/applied-candidate-tags.ts';
import { attachments } from './entities/attachments.ts';
import { candidateAttachment } from './entities/candidate-attachment.ts';
import { candidateNotes } from './entities/candidate-notes.ts';
import { candidateTags } from './entities/candidate-tags.ts';
import { candidates } from './entities/candidates.ts';
import { customFieldOptions, customFields } from './entities/custom-fields.ts';
import { departments } from './entities/departments.ts';
import { interviews } from './entities/interviews.ts';
import { jobInterviewStages } from './entities/job-interview-stages.ts';
import { jobPosts } from './entities/job-posts.ts';
import { jobs } from './entities/jobs.ts';
import { offers } from './entities/offers.ts';
import { offices } from './entities/offices.ts';
import { rejectionReasons } from './entities/rejection-reasons.ts';
import { scheduledInterviews } from './entities/scheduled-interviews.ts';
import { sources } from './entities/sources.ts';
import { users } from './entities/users.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Recruiting 1 (Greenhouse). */
export const greenhouse: Connector = defineConnector({
  id: 'greenhouse',
  kind: 'recruiting 1',
  contractId: 'A4',
  vendor: 'Greenhouse',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    candidates,
    applications,
    jobs,
    offers,
    users,
    departments,
    offices,
    jobPosts,
    sources,
    scheduledInterviews,
    applicationAttachment,
    candidateAttachment,
    applicationMoves,
    applicationRejections,
    applicationUnrejections,
    candidateNotes,
    jobInterviewStages,
    rejectionReasons,
    candidateTags,
    appliedCandidateTags,
    attachments,
    interviews,
    customFields,
    customFieldOptions,
  ],
  meanings,
  personal,
  check: { entity: 'candidates', action: 'list', params: { per_page: 1 } },
  events,
});
