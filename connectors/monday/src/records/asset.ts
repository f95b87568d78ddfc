import type { SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';
import { account } from '../sample-account.ts';
import { Reference, text } from '../shared.ts';

const Asset = z.object({
  id: text,
  name: text,
  url: text,
  url_thumbnail: text,
  public_url: text,
  file_extension: text,
  file_size: z.int().nullish(),
  created_at: text,
  original_geometry: text,
  uploaded_by: Reference.nullish(),
});

/** Files that were uploaded to an item or an update. */
export const Assets = z.array(Asset.nullable()).nullish();

/** A made-up file that a person uploaded some days ago. */
export function sampleAsset(source: SampleSource, daysAgo: number) {
  const id = String(source.integer(1_845_200_300, 1_845_999_999));
  const name = source.pick(['brief.pdf', 'budget.xlsx', 'homepage.png']);
  const isImage = name.endsWith('.png');
  return {
    id,
    name,
    url: `${account}/protected_static/12045871/resources/${id}/${name}`,
    url_thumbnail: isImage ? `${account}/protected_static/12045871/resources/${id}/thumb-${name}` : null,
    public_url: `https://prod-euc1-files-monday-com.s3.amazonaws.com/12045871/resources/${id}/${name}`,
    file_extension: name.slice(name.indexOf('.')),
    file_size: source.integer(18_000, 2_400_000),
    created_at: source.time(daysAgo),
    original_geometry: isImage ? '1440x900' : null,
    uploaded_by: { id: source.of('users') },
  };
}
