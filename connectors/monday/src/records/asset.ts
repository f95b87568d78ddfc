import { z } from 'zod';
import { isoTime, Reference, text } from '../shared.ts';

const Asset = z.object({
  id: text,
  name: text,
  url: text,
  url_thumbnail: text,
  public_url: text,
  file_extension: text,
  file_size: z.int().nullish(),
  created_at: isoTime,
  original_geometry: text,
  uploaded_by: Reference.nullish(),
});

/** Files that were uploaded to an item or an update. */
export const Assets = z.array(Asset.nullable()).nullish();
