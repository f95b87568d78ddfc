import { z } from 'zod';
import { text, texts, timestamps } from '../shared.ts';

/** An alert without its attributes, as escalations hold it. */
export const AlertHead = z.object({
  id: z.string(),
  ...texts('title', 'description', 'status', 'alert_source_id', 'deduplication_key', 'source_url'),
  ...timestamps,
  resolved_at: text,
});
