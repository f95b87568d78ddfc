import type { SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';
import { account } from '../sample-account.ts';
import { Reference } from '../shared.ts';

/** A file that was uploaded to an item or an update. */
export const Asset = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  url: z.string().nullish(),
  url_thumbnail: z.string().nullish(),
  public_url: z.string().nullish(),
  file_extension: z.string().nullish(),
  file_size: z.int().nullish(),
  created_at: z.string().nullish(),
  original_geometry: z.string().nullish(),
  uploaded_by: Reference.nullish(),
});

/** A made-up file that a person uploaded some days ago. */
export function sampleAsset(source: SampleSource, daysAgo: number) {
  const id = String(source.integer(1_845_200_300, 1_845_999_999));
  const file = source.pick(['brief.pdf', 'budget.xlsx', 'homepage.png']);
  const isImage = file.endsWith('.png');
  const address = `${account}/protected_static/12045871/resources/${id}`;
  return {
    id,
    name: file,
    url: `${address}/${file}`,
    url_thumbnail: isImage ? `${address}/thumb-${file}` : null,
    public_url: `https://prod-euc1-files-monday-com.s3.amazonaws.com/12045871/resources/${id}/${file}`,
    file_extension: file.slice(file.indexOf('.')),
    file_size: source.integer(18_000, 2_400_000),
    created_at: source.time(daysAgo),
    original_geometry: isImage ? '1440x900' : null,
    uploaded_by: { id: source.of('users') },
  };
}
