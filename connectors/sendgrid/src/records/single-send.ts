import { z } from 'zod';
import { timestamps } from '../shared.ts';

/** What every email to many contacts has, whether it was sent or not. */
export const SingleSendHead = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  is_abtest: z.boolean().nullish(),
  ...timestamps,
});
