import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { listParams, listQuery } from '../lists.ts';
import { sourceId } from '../sample-company.ts';

const Source = z.object({
  id: z.int(),
  name: z.string().nullish(),
  type: z.object({ id: z.int().nullish(), name: z.string().nullish() }).nullish(),
});

const strategies = [
  ['Third-party boards', ['Indeed', 'Glassdoor', 'Monster', 'Stepstone', 'Welcome to the Jungle']],
  ['Social media', ['LinkedIn (Ad)', 'Facebook', 'Instagram', 'X', 'Xing']],
  ['Referral', ['Referral', 'Alumni', 'Board member', 'Customer', 'Partner']],
  ['Agencies', ['Hays', 'Michael Page', 'Randstad', 'Robert Half', 'Adecco']],
  ['Prospecting', ['LinkedIn (Prospecting)', 'GitHub', 'Internet search', 'Silver medalist', 'Talent pool']],
] as const;

/** Contract A4, sources; https://harvestdocs.greenhouse.io/reference/get_v3-sources */
export const sources = defineEntity({
  name: 'sources',
  summary: 'Where candidates come from, such as a job board or a referral',
  record: Source,
  key: 'id',
  actions: {
    list: greenhouse('GET /sources', { summary: 'List sources', params: listParams, wire: listQuery }),
  },
  search: { fields: allFields(Source) },
  sync: { via: 'list', params: { per_page: 500 } },
  sample: (source) => {
    const kind = source.index % strategies.length;
    const created_at = source.time(900);
    const [strategy, names] = strategies[kind] as (typeof strategies)[number];
    return {
      id: sourceId(source.index),
      name: names[Math.floor(source.index / strategies.length) % names.length],
      type: { id: kind + 1, name: strategy },
      created_at,
      updated_at: created_at,
    };
  },
});
