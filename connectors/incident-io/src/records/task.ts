import { z } from 'zod';
import { Actor, Person } from '../entities/users.ts';
import { isoTime, text, timestamps } from '../shared.ts';

/** What actions and follow-ups have in common. */
export const Task = z.object({
  id: z.string(),
  incident_id: text,
  description: text,
  status: text.describe('State: `outstanding`, `completed`, `not_doing` or `deleted`'),
  assignee: Person.nullish(),
  creator: Actor.nullish(),
  ...timestamps,
  completed_at: isoTime.describe('When it was completed, as ISO 8601; absent until then'),
});

/** The state that a change sets. */
export const taskStatus = z
  .enum(['outstanding', 'completed', 'not_doing'])
  .describe('State; to remove it, use delete')
  .meta({ examples: ['completed'] });

/** The incident of a list or of something new. */
export const ofIncident = z.string().describe('Id of the incident');

/** The person who is to do it; null takes it from them. */
export const assigneeId = z.string().nullable().optional().describe('User id of the person who is to do it');
