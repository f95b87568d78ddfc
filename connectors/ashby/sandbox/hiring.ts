import type { RawValue } from '@connectory/connector-sdk';
import { type SampleSource, simulate } from '@connectory/sandbox';
import { applicationSourceChanges } from '../src/entities/application-source-changes.ts';
import { applicationStageChanges } from '../src/entities/application-stage-changes.ts';
import { applications } from '../src/entities/applications.ts';
import { archiveReasons } from '../src/entities/archive-reasons.ts';
import { candidateTags } from '../src/entities/candidate-tags.ts';
import { candidates } from '../src/entities/candidates.ts';
import { feedbackFormDefinitions } from '../src/entities/feedback-form-definitions.ts';
import { jobPostings } from '../src/entities/job-postings.ts';
import { jobs } from '../src/entities/jobs.ts';
import { sources } from '../src/entities/sources.ts';
import { sampleCustomFields, simulatedCustomFields } from './custom-fields.ts';
import { inStage, stages } from './stages.ts';
import { simulatedTagging } from './tagging.ts';

/** An embedded user that belongs to the sampled records of `users`. */
const sampleUser = (source: SampleSource) => ({
  id: source.of('users'),
  firstName: source.of('users', 'firstName'),
  lastName: source.of('users', 'lastName'),
  email: source.of('users', 'email'),
  globalRole: source.of('users', 'globalRole'),
  isEnabled: true,
  updatedAt: source.of('users', 'updatedAt'),
});

interface Contacts {
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

const primary = (value: string | undefined) =>
  value === undefined ? undefined : [{ value, type: 'Personal', isPrimary: true }];

const contactsOf = ({ email, phoneNumber }: Contacts) => ({
  emailAddresses: primary(email),
  phoneNumbers: primary(phoneNumber),
});

export const simulatedHiring = [
  simulate(applications, {
    sample: (source) => {
      const status = source.pick(['Active', 'Active', 'Archived', 'Hired']);
      const archived = status === 'Archived';
      return {
        candidate: { id: source.of('candidates'), name: source.of('candidates', 'name') },
        status,
        customFields: sampleCustomFields('Application', source.index),
        currentInterviewStage:
          stages.find(({ type }) => type === status && type !== 'Active') ?? source.pick(stages.slice(0, 4)),
        creditedToUser: sampleUser(source),
        hiringTeam: [],
        source: { id: source.of('sources'), title: source.of('sources', 'title'), isArchived: false },
        archiveReason: archived
          ? {
              id: source.of('archive_reasons'),
              text: source.of('archive_reasons', 'text'),
              reasonType: source.of('archive_reasons', 'reasonType'),
              isArchived: false,
              customFields: [],
            }
          : null,
        job: {
          id: source.of('jobs'),
          title: source.of('jobs', 'title'),
          locationId: source.of('locations'),
          departmentId: source.of('departments'),
          brandId: null,
        },
        appliedViaJobPostingId: source.of('job_postings'),
        createdAt: source.time(source.integer(30, 200)),
        updatedAt: source.time(source.integer(1, 9)),
        archivedAt: archived ? source.time(source.integer(10, 29)) : null,
      };
    },
    actions: {
      create: {
        fields: { candidateId: null, jobId: null, interviewPlanId: null, interviewStageId: null, sourceId: null },
        values: ({ candidateId, jobId, interviewStageId, sourceId, creditedToUserId }) => ({
          candidate: { id: candidateId },
          job: { id: jobId },
          ...(creditedToUserId && { creditedToUser: { id: creditedToUserId } }),
          ...(sourceId && { source: { id: sourceId } }),
          ...inStage(interviewStageId ?? stages[0]?.id),
        }),
      },
    },
  }),
  simulate(applicationStageChanges, {
    actions: {
      create: {
        fields: { applicationId: 'id', interviewStageId: null, archiveReasonId: null },
        values: ({ interviewStageId, archiveReasonId }) => inStage(interviewStageId, archiveReasonId),
      },
    },
  }),
  simulate(applicationSourceChanges, {
    actions: {
      create: {
        fields: { applicationId: 'id', sourceId: null },
        values: ({ sourceId }) => ({ source: sourceId === null ? null : { id: sourceId } }),
      },
    },
  }),
  simulate(archiveReasons, {
    sample: (source) => ({
      ...source.pick([
        { text: 'Not enough experience', reasonType: 'RejectedByOrg' },
        { text: 'Took another offer', reasonType: 'RejectedByCandidate' },
        { text: 'Position closed', reasonType: 'Other' },
      ]),
      isArchived: false,
    }),
  }),
  simulate(candidates, {
    sample: (source) => {
      const person = source.person();
      const age = source.integer(30, 500);
      return {
        name: `${person.first} ${person.last}`,
        emailAddresses: [{ value: person.email, type: 'Personal', isPrimary: true }],
        socialLinks: [
          { type: 'LinkedIn', url: `https://www.linkedin.com/in/${person.first}-${person.last}`.toLowerCase() },
        ],
        phoneNumbers: [],
        tags: [{ id: source.of('candidate_tags'), title: source.of('candidate_tags', 'title'), isArchived: false }],
        applicationIds: [source.of('applications')],
        fileHandles: [],
        profileUrl: `https://app.ashbyhq.com/candidate-searches/new/right-side/candidates/${source.id('', 22)}`,
        customFields: sampleCustomFields('Candidate', source.index),
        source: { id: source.of('sources'), title: source.of('sources', 'title'), isArchived: false },
        creditedToUser: sampleUser(source),
        company: source.company(),
        position: source.pick(['Software Engineer', 'Product Designer', 'Account Executive', 'Data Analyst']),
        school: source.pick(['Aalto University', 'University of Toronto']),
        timezone: source.pick(['America/New_York', 'Europe/Berlin']),
        createdAt: source.time(age),
        updatedAt: source.time(source.integer(0, age)),
      };
    },
    actions: {
      create: { values: ({ name, ...contacts }) => ({ name, applicationIds: [], tags: [], ...contactsOf(contacts) }) },
      update: {
        fields: { candidateId: 'id' },
        values: ({ name, socialLinks, ...contacts }) => ({ name, socialLinks, ...contactsOf(contacts) }),
      },
      api_search: {
        matches: (candidate, { name = '', email }) =>
          candidate.name.toLowerCase().includes(name.toLowerCase()) &&
          (email === undefined || candidate.emailAddresses.some(({ value }: RawValue) => value === email)),
      },
    },
  }),
  simulate(candidateTags, {
    sample: (source) => ({
      title: source.pick(['Strong candidate', 'Open to relocation', 'Former employee', 'Intern alumni']),
      isArchived: false,
    }),
  }),
  ...simulatedTagging,
  simulatedCustomFields,
  simulate(feedbackFormDefinitions, {
    sample: (source) => ({
      organizationId: 'a7d4e9b0-1c63-4f28-b5e2-8f0c6d3a9e71',
      title: source.pick(['Phone screen', 'Technical interview', 'Final round', 'Culture interview']),
      isArchived: false,
      isDefaultForm: source.index === 0,
      formDefinition: {
        sections: [
          {
            title: 'Overall',
            fields: [
              {
                isRequired: true,
                field: {
                  id: 'e5b19c84-6f27-4a3d-9d08-c2f7a1b46e95',
                  type: 'Score',
                  path: 'overall_recommendation',
                  title: 'Recommendation',
                },
              },
            ],
          },
        ],
      },
    }),
  }),
  simulate(jobPostings, {
    sample: (source) => ({
      title: source.of('jobs', 'title'),
      jobId: source.of('jobs'),
      departmentName: source.of('departments', 'name'),
      teamName: source.of('departments', 'name'),
      locationName: source.of('locations', 'name'),
      locationExternalName: null,
      locationIds: { primaryLocationId: source.of('locations'), secondaryLocationIds: [] },
      workplaceType: source.pick(['OnSite', 'Hybrid', 'Remote']),
      employmentType: source.pick(['FullTime', 'PartTime', 'Contract']),
      isListed: source.index % 4 !== 3,
      publishedDate: source.time(source.integer(5, 90)).slice(0, 10),
      applicationDeadline: `${source.time(0).slice(0, 8)}28T20:00:00.000Z`,
      compensationTierSummary: source.pick(['$95K – $120K', '€70K – €85K • Offers Bonus']),
      applyLink: `https://jobs.ashbyhq.com/harbour-supplies/${source.integer(1000, 9999)}/application`,
      externalLink: `https://jobs.ashbyhq.com/harbour-supplies/${source.integer(1000, 9999)}`,
      shouldDisplayCompensationOnJobBoard: true,
      updatedAt: source.time(source.integer(1, 5)),
    }),
    actions: {
      get: {
        toRow: ({ compensationTierSummary, shouldDisplayCompensationOnJobBoard, ...record }) => ({
          ...record,
          compensation: { compensationTierSummary, shouldDisplayCompensationOnJobBoard },
        }),
      },
    },
  }),
  simulate(jobs, {
    sample: (source) => {
      const status = source.pick(['Open', 'Open', 'Draft', 'Closed']);
      const age = source.integer(60, 400);
      return {
        title: source.pick(['Software Engineer', 'Product Designer', 'Account Executive', 'Data Analyst', 'Recruiter']),
        confidential: false,
        status,
        employmentType: source.pick(['FullTime', 'FullTime', 'PartTime', 'Contract']),
        locationId: source.of('locations'),
        departmentId: source.of('departments'),
        jobPostingIds: [source.of('job_postings')],
        customFields: sampleCustomFields('Job', source.index),
        hiringTeam: [],
        author: sampleUser(source),
        createdAt: source.time(age),
        updatedAt: source.time(source.integer(1, 20)),
        openedAt: status === 'Draft' ? null : source.time(age - 7),
        closedAt: status === 'Closed' ? source.time(source.integer(21, 50)) : null,
      };
    },
  }),
  simulate(sources, {
    sample: (source) => ({
      title: source.pick(['Applied', 'Referral', 'LinkedIn', 'Agency', 'Career fair']),
      isArchived: false,
      sourceType: source.pick([
        { id: '0f9c7f3e-5a2d-4c55-8e0b-6d1a3b7c2f10', title: 'Inbound', isArchived: false },
        { id: '4b8e2d61-93f4-4f0a-a7c5-1e5d9f6b8a27', title: 'Sourced', isArchived: false },
      ]),
    }),
  }),
];
