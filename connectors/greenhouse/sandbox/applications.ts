import type { RawValue } from '@connectory/connector-sdk';
import { type SampleSource, simulate } from '@connectory/sandbox';
import { applicationAttachment } from '../src/entities/application-attachment.ts';
import { applicationShape, applications } from '../src/entities/applications.ts';
import { attachments } from '../src/entities/attachments.ts';
import { candidateAttachment } from '../src/entities/candidate-attachment.ts';
import { candidateShape, candidates } from '../src/entities/candidates.ts';
import { interviews } from '../src/entities/interviews.ts';
import { offerShape, offers } from '../src/entities/offers.ts';
import { interviewShape, scheduledInterviews } from '../src/entities/scheduled-interviews.ts';
import {
  applicationAge,
  applicationId,
  candidateId,
  cities,
  interviewedAt,
  jobId,
  jobOfApplication,
  jobPostId,
  offeredAt,
  openingId,
  outcomeAt,
  simulatedGet,
  simulatedList,
} from './company.ts';
import { sampleCustomFields } from './custom-fields.ts';
import { stageId } from './stages.ts';

/** An interview as Greenhouse sends it. */
const sampleInterview = (source: SampleSource) => {
  const position = interviewedAt(source.index);
  const isComing = source.index === 1 || source.index === 5;
  const age = isComing ? -2 - source.index : applicationAge(position) - 6;
  const created_at = source.time(applicationAge(position) - 3);
  const hour = `${source.time(age).slice(0, 10)}T${source.integer(10, 16)}`;
  return {
    id: 9_128_481 - source.index * 173,
    application_id: applicationId(position),
    job_id: jobId(jobOfApplication(position)),
    external_event_id: source.id('', 26).toLowerCase(),
    created_at,
    updated_at: isComing ? created_at : source.time(age - 1),
    starts_at: `${hour}:00:00Z`,
    ends_at: `${hour}:45:00Z`,
    all_day_start_on: null,
    all_day_end_on: null,
    location: source.pick(['Room Atlantic', 'Room Baltic', null]),
    video_conferencing_url: `https://meet.example.com/${source.id('', 10)}`,
    status: isComing ? 'scheduled' : source.pick(['complete', 'awaiting_feedback']),
    job_interview_id: 7_001 + jobOfApplication(position),
    organizer_id: source.of('users'),
  };
};

/** How the simulated vendor finds the files of an owner. */
const simulatedDownload = (owner: 'application_id' | 'candidate_id') => ({
  fields: { id: owner, attachment_index: null },
  isMeant: ({ id }: RawValue) => id !== undefined,
  toRow: ({ size, ...attachment }: RawValue) => [attachment],
});

const files = [
  ['resume', 'Resume.pdf'],
  ['cover_letter', 'Cover letter.pdf'],
  ['take_home_test', 'Take-home test.zip'],
] as const;

/** A sample file; `entity` is where the simulated vendor keeps it. */
const sampleAttachment = (entity: string) => (source: SampleSource) => {
  const [type, filename] = files[source.integer(0, 1) * source.integer(0, 2)] as (typeof files)[number];
  const id = 88_120_455 - source.index * 301;
  const created_at = source.time(applicationAge(source.index));
  return {
    id,
    application_id: applicationId(source.index),
    candidate_id: candidateId(source.index),
    type,
    filename,
    url: `../files/${entity}/${id}`,
    created_at,
    updated_at: created_at,
    // Of the simulated file, in bytes; Harvest does not send it.
    size: source.integer(80_000, 400_000),
  };
};

const statuses: Readonly<Record<string, string>> = { hired: 'Accepted', offered: 'Created', declined: 'Rejected' };

export const simulatedApplications = [
  simulate(applications, {
    sample: (source) => {
      const { index } = source;
      const outcome = outcomeAt(index);
      const isProspect = outcome === 'prospect';
      const isRejected = outcome === 'refused' || outcome === 'declined';
      const age = applicationAge(index);
      const last = source.time(isProspect || outcome === 'refused' ? age - 2 : age - 12);
      const stage_name = { offered: 'Offer', interviewed: 'Technical Interview' }[String(outcome)] ?? null;
      return applicationShape.toRecord({
        id: applicationId(index),
        candidate_id: candidateId(index),
        prospect: isProspect,
        created_at: source.time(age),
        updated_at: last,
        rejected_at: isRejected ? last : null,
        rejection_reason_id: isRejected ? 21 + (index % 4) : null,
        last_activity_at: last,
        location_address: cities[index % cities.length],
        source_id: source.of('sources'),
        recruiter_id: source.of('users'),
        job_id: isProspect ? null : jobId(jobOfApplication(index)),
        prospective_job_ids: [],
        job_post_id: isProspect ? null : jobPostId(jobOfApplication(index)),
        status: isRejected ? 'rejected' : outcome === 'hired' ? 'hired' : 'in_process',
        stage_id: stage_name === null ? null : 1_073_533 - index * 7,
        stage_name,
        job_interview_stage_id: isProspect
          ? null
          : stageId(jobOfApplication(index), stage_name ?? 'Application Review'),
        answers: isProspect
          ? []
          : [{ question: 'How did you hear about us?', answer: source.pick(['A friend', 'LinkedIn']) }],
        custom_fields: sampleCustomFields('application', source.index, { remote_work: source.pick(['Yes', 'No']) }),
      });
    },
    actions: {
      list: simulatedList(
        applicationShape,
        (row, { job_id = row.job_id, status }) =>
          row.job_id === job_id && [undefined, row.status].includes(status === 'active' ? 'in_process' : status),
      ),
      get: simulatedGet(applicationShape),
    },
  }),
  simulate(applicationAttachment, {
    sample: sampleAttachment('application_attachment'),
    actions: {
      download: simulatedDownload('application_id'),
    },
  }),
  simulate(candidates, {
    sample: (source) => {
      const { first, last, email } = source.person();
      const age = applicationAge(source.index);
      const last_activity_at = source.time(age - 12);
      return candidateShape.toRecord({
        id: candidateId(source.index),
        first_name: first,
        last_name: last,
        company: source.company(),
        title: source.pick(['Software Engineer', 'Sales Manager', 'Designer', 'Recruiter', 'Data Analyst']),
        created_at: source.time(age + 2),
        updated_at: last_activity_at,
        last_activity_at,
        private: false,
        phone_numbers: [{ value: `+1 555 01${source.integer(10, 99)}`, type: 'mobile' }],
        addresses: [],
        email_addresses: [{ value: email, type: 'personal' }],
        website_addresses: [],
        social_media_addresses: [{ value: `https://www.linkedin.com/in/${first}-${last}`.toLowerCase() }],
        can_email: true,
        tags: source.pick([['Referral'], ['Silver medalist', 'Remote'], []]),
        custom_fields: sampleCustomFields('candidate', source.index, {
          notice_period: source.pick(['None', '1 month', '3 months']),
        }),
      });
    },
    actions: {
      list: simulatedList(candidateShape),
      get: simulatedGet(candidateShape),
      create: { toRow: candidateShape.toRow },
      update: { toRow: candidateShape.toRow },
    },
  }),
  simulate(attachments, {
    sample: sampleAttachment('attachments'),
    actions: {
      list: {
        matches: (file, { application_id, candidate_id, type }) =>
          [undefined, file.application_id].includes(application_id) &&
          [undefined, file.candidate_id].includes(candidate_id) &&
          [undefined, file.type].includes(type),
      },
      download: {
        fields: { id: 'id' },
        isMeant: ({ id }) => id !== undefined,
        toRow: ({ size, ...attachment }: RawValue) => [attachment],
      },
    },
  }),
  simulate(candidateAttachment, {
    sample: sampleAttachment('candidate_attachment'),
    actions: {
      download: simulatedDownload('candidate_id'),
    },
  }),
  simulate(interviews, { sample: sampleInterview }),
  simulate(scheduledInterviews, {
    sample: (source) => interviewShape.toRecord(sampleInterview(source)),
    actions: {
      // The list of the same rows under their own names comes from these records.
      list: { ...simulatedList(interviewShape), isMeant: () => true },
      get: simulatedGet(interviewShape),
    },
  }),
  simulate(offers, {
    sample: (source) => {
      const position = offeredAt(source.index);
      const isReplaced = source.index >= 13;
      const age = applicationAge(position) - (isReplaced ? 7 : 9);
      const status = isReplaced ? 'Deprecated' : statuses[outcomeAt(position)];
      const sent = source.time(age - 1);
      const resolved_at = status === 'Accepted' || status === 'Rejected' ? source.time(age - 3) : null;
      return offerShape.toRecord({
        id: 1_142_785 - source.index * 97,
        version: isReplaced || position === 24 ? 1 : 2,
        application_id: applicationId(position),
        job_id: jobId(jobOfApplication(position)),
        candidate_id: candidateId(position),
        opening_id: openingId(position),
        created_at: source.time(age),
        updated_at: resolved_at ?? sent,
        sent_on: sent.slice(0, 10),
        resolved_at,
        starts_on: source.time(age - 60).slice(0, 10),
        status,
        custom_fields: sampleCustomFields('offer', source.index, { employment_type: 'Full-time' }),
      });
    },
    actions: {
      list: simulatedList(offerShape),
      get: simulatedGet(offerShape),
    },
  }),
];
