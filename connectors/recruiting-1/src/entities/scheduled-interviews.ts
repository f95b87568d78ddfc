import { defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { createdParams, isWithin, listParams, listQuery, time, updatedAfter } from '../lists.ts';
import { applicationAge, applicationId, interviewedAt, jobId, jobOfApplication } from '../sample-company.ts';
import { getFrom, object, Reference, type Reshaping, reference } from '../shared.ts';

const Moment = z.object({ date_time: z.string().nullish(), date: z.string().nullish() });

const Interview = z.object({
  id: z.int(),
  application_id: z.int().nullish(),
  external_event_id: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  start: Moment.nullish(),
  end: Moment.nullish(),
  location: z.string().nullish(),
  video_conferencing_url: z.string().nullish(),
  status: z.string().nullish(),
  interview: Reference.nullish(),
  organizer: Reference.nullish(),
  interviewers: z.array(object).nullish(),
});

// A day alone for interviews that take the whole day.
function momentOf(at: RawValue, on: RawValue) {
  if ((at ?? null) !== null) return { date_time: at };
  return (on ?? null) === null ? null : { date: on };
}

const interview: Reshaping = {
  toRecord: ({ starts_at, ends_at, all_day_start_on, all_day_end_on, job_interview_id, organizer_id, ...row }) => ({
    ...row,
    start: momentOf(starts_at, all_day_start_on),
    end: momentOf(ends_at, all_day_end_on),
    interview: reference(job_interview_id),
    organizer: reference(organizer_id),
    interviewers: null,
  }),
  toRow: ({ start, end, interview: slot, organizer, interviewers, ...record }) => ({
    ...record,
    starts_at: start?.date_time ?? null,
    ends_at: end?.date_time ?? null,
    all_day_start_on: start?.date ?? null,
    all_day_end_on: end?.date ?? null,
    job_interview_id: slot?.id ?? null,
    organizer_id: organizer?.id ?? null,
  }),
};

/** Contract A4, scheduled_interviews; https://harvestdocs.greenhouse.io/reference/get_v3-interviews */
export const scheduledInterviews = defineEntity({
  name: 'scheduled_interviews',
  summary: 'Interviews of candidates, planned and past',
  record: Interview,
  key: 'id',
  actions: {
    list: greenhouse('GET /interviews', {
      summary: 'List interviews, newest first',
      params: listParams.extend({
        ...createdParams,
        updated_before: time('Only records changed before this time'),
        updated_after: updatedAfter,
        starts_after: time('Only interviews that begin at or after this time; none that take a whole day'),
        ends_before: time('Only interviews that end before this time; none that take a whole day'),
      }),
      wire: listQuery,
      ...interview,
      simulate: { matches: (record, params) => isWithin(interview.toRow(record), params) },
    }),
    get: getFrom('interviews', 'Get one interview', interview),
  },
  sample: (source) => {
    const position = interviewedAt(source.index);
    const isComing = source.index % 4 === 1 && source.index < 6;
    const age = isComing ? -2 - source.index : applicationAge(position) - 6;
    const starts = `${source.time(age).slice(0, 10)}T${9 + source.integer(0, 7)}`.replace(/T9$/, 'T09');
    const created_at = source.time(applicationAge(position) - 3);
    return {
      id: 9_128_481 - source.index * 173,
      application_id: applicationId(position),
      job_id: jobId(jobOfApplication(position)),
      external_event_id: source.id('', 26).toLowerCase(),
      created_at,
      updated_at: isComing ? created_at : source.time(age - 1),
      scheduled_at: created_at,
      availability_received_at: null,
      start: { date_time: `${starts}:00:00.000Z` },
      end: { date_time: `${starts}:45:00.000Z` },
      location: source.pick(['Room Atlantic', 'Room Baltic', null]),
      video_conferencing_url: `https://meet.example.com/${source.id('', 10)}`,
      status: isComing ? 'scheduled' : source.pick(['complete', 'awaiting_feedback']),
      interview: reference(7_001 + jobOfApplication(position)),
      organizer: reference(source.of('users')),
      interviewers: null,
    };
  },
});
