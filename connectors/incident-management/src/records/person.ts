import { z } from 'zod';
import { texts } from '../shared.ts';

/** A user as other records hold one. */
export const Person = z.object({ id: z.string(), ...texts('name', 'email', 'role', 'slack_user_id') });

/** Who did something. The user is absent when it was an API key, an alert or a workflow. */
export const Actor = z.object({ user: Person.nullish() });
