import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams, updatedParams } from '../lists.ts';
import { listOf } from '../reads.ts';

const Interview = z.object({
  id: z.int(),
  application_id: z.int().nullish(),
  job_id: z.int().nullish(),
  job_interview_id: z.int().nullish(),
  organizer_id: z.int().nullish(),
  status: z.string().nullish().describe('State: `to_be_scheduled`, `scheduled`, `awaiting_feedback` or `complete`'),
  starts_at: time().nullish(),
  ends_at: time().nullish().describe('When it ends, as ISO 8601; null for one that takes whole days'),
  all_day_start_on: z.iso.date().nullish(),
  all_day_end_on: z.iso.date().nullish(),
  scheduled_at: time().nullish().describe('When it was put into the calendar, as ISO 8601; null until then'),
  availability_received_at: time().nullish().describe('When the candidate said when they are free, as ISO 8601'),
  location: z.string().nullish().describe('Room or address; null if there is none'),
  video_conferencing_url: z.string().nullish(),
  external_event_id: z.string().nullish(),
  created_at: time().nullish(),
  updated_at: time().nullish(),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-interviews */
export const interviews = defineEntity({
  beyondContract: true,
  name: 'interviews',
  summary: 'Interviews as version 3 of Harvest returns them, with the ids of their job and organizer',
  keywords: ['interview times', 'scheduled interviews', 'calendar event of the interview', 'video call'],
  record: Interview,
  key: 'id',
  actions: {
    list: listOf('interviews', 'List interviews, newest first', { params: listParams.extend(updatedParams) }),
  },
});
