import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { createdParams, listParams, time, updatedParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { type Conversion, object, Reference, reference, reshaping } from '../reshaping.ts';
import { applicationAge, applicationId, interviewedAt, jobId, jobOfApplication } from '../sample-company.ts';

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

// An interview that takes whole days has dates in the place of times.
const moment = (at: string, on: string): Conversion => ({
  of: [at, on],
  read: (date_time, date) => {
    if ((date_time ?? null) !== null) return { date_time };
    return (date ?? null) === null ? null : { date };
  },
  write: (found) => [found?.date_time ?? null, found?.date ?? null],
});

const shape = reshaping({
  start: moment('starts_at', 'all_day_start_on'),
  end: moment('ends_at', 'all_day_end_on'),
  interview: reference('job_interview_id'),
  organizer: reference('organizer_id'),
  interviewers: { of: [], read: () => null, write: () => [] },
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-interviews */
export const scheduledInterviews = defineEntity({
  name: 'scheduled_interviews',
  summary: 'Interviews of candidates, planned and past',
  record: Interview,
  key: 'id',
  actions: {
    list: listOf('interviews', 'List interviews, newest first', {
      params: listParams.extend({
        ...createdParams,
        ...updatedParams,
        starts_after: time('Only interviews that start at or after this time; all-day interviews are excluded'),
        ends_before: time('Only interviews that end before this time; all-day interviews are excluded'),
      }),
      shape,
    }),
    get: getOf('interviews', 'Get one interview', shape),
  },
  sample: (source) => {
    const position = interviewedAt(source.index);
    const isComing = source.index === 1 || source.index === 5;
    const age = isComing ? -2 - source.index : applicationAge(position) - 6;
    const created_at = source.time(applicationAge(position) - 3);
    const hour = `${source.time(age).slice(0, 10)}T${source.integer(10, 16)}`;
    return shape.toRecord({
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
    });
  },
});
