import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams, object } from '../shared.ts';

const Location = z.object({
  id: z.string(),
  name: z.string().nullish(),
  externalName: z.string().nullish(),
  isArchived: z.boolean().nullish(),
  address: z
    .object({
      postalAddress: z
        .object({
          addressRegion: z.string().nullish(),
          addressCountry: z.string().nullish(),
          addressLocality: z.string().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  isRemote: z.boolean().nullish(),
  workplaceType: z.string().nullish(),
  parentLocationId: z.string().nullish(),
  type: z.string().nullish(),
  extraData: object.nullish(),
});

/** https://developers.ashbyhq.com/reference/locationlist */
export const locations = defineEntity({
  name: 'locations',
  summary: 'Places where jobs are located',
  keywords: ['city', 'cities we hire in', 'shops', 'stores', 'outlets', 'workplaces', 'warehouses'],
  record: Location,
  key: 'id',
  actions: {
    list: ashby('POST /location.list', { summary: 'List locations that are not archived', params: listParams }),
    get: ashby('POST /location.info', {
      summary: 'Get one location',
      params: z.object({ locationId: z.string().describe('Location id') }),
    }),
  },
});
