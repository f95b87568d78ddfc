import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { createdParams, listParams, timeParam, updatedParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { type Conversion, object, Reference, reference, reshaping } from '../reshaping.ts';

const Moment = z.object({ date_time: z.string().nullish(), date: z.string().nullish() });

const Interview = z.object({
  id: z.int(),
  application_id: z.int().nullish(),
  external_event_id: z.string().nullish(),
  created_at: time().nullish(),
  updated_at: time().nullish(),
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

/** How rows of Harvest become these records. */
export const interviewShape = reshaping({
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
  keywords: ['tomorrow', 'interview time', 'next week', 'interview slot', 'onsite interview', 'phone screen'],
  record: Interview,
  key: 'id',
  actions: {
    list: listOf('interviews', 'List interviews, newest first', {
      params: listParams.extend({
        ...createdParams,
        ...updatedParams,
        starts_after: timeParam('Only interviews that start at or after this time; all-day interviews are excluded'),
        ends_before: timeParam('Only interviews that end before this time; all-day interviews are excluded'),
      }),
      shape: interviewShape,
    }),
    get: getOf('interviews', 'Get one interview', interviewShape),
  },
});
