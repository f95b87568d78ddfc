import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluence } from '../adapter.ts';
import { orders, paged, Representation, sortedBy } from '../shared.ts';

const Space = z.object({
  id: z.string(),
  key: z.string().nullish(),
  name: z.string().nullish(),
  type: z.string().nullish(),
  status: z.string().nullish(),
  authorId: z.string().nullish(),
  createdAt: time().nullish(),
  homepageId: z.string().nullish(),
  spaceOwnerId: z.string().nullish(),
  currentActiveAlias: z.string().nullish(),
  description: z.object({ plain: Representation.nullish(), view: Representation.nullish() }).nullish(),
  icon: z.object({ path: z.string().nullish(), apiDownloadLink: z.string().nullish() }).nullish(),
  _links: z.object({ webui: z.string().nullish(), base: z.string().nullish() }).nullish(),
});

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-space/ */
export const spaces = defineEntity({
  name: 'spaces',
  summary: 'Spaces, which contain the pages and blog posts of a team or a person',
  keywords: ['area', 'areas of the wiki', 'space key', 'sections of the wiki', 'personal space'],
  record: Space,
  key: 'id',
  actions: {
    list: confluence('GET /wiki/api/v2/spaces', {
      summary: 'List spaces',
      params: paged.extend({
        type: z.enum(['global', 'personal']).optional().describe('Only spaces of this type'),
        status: z.enum(['current', 'archived']).optional().describe('Only spaces in this state'),
        keys: z.array(z.string()).max(250).optional().describe('Only spaces with one of these keys'),
        sort: sortedBy(orders('id', 'key', 'name')),
      }),
      // Confluence omits both unless they are requested.
      wire: (query) => ({ query: { ...query, 'description-format': 'plain', 'include-icon': true } }),
    }),
    get: confluence('GET /wiki/api/v2/spaces/{id}', {
      summary: 'Get one space',
      params: z.object({
        id: z.string().describe('Space id'),
        'description-format': z.enum(['plain', 'view']).default('plain').describe('Format of the description'),
      }),
      wire: (query) => ({ query: { ...query, 'include-icon': true } }),
    }),
    create: confluence('POST /wiki/api/v2/spaces', {
      beyondContract: true,
      summary: 'Create a space, with the default roles',
      params: z.object({
        name: z.string().min(1).max(200).describe('Name of the space'),
        key: z
          .string()
          .regex(/^[A-Za-z0-9]+$/)
          .max(255)
          .describe('Key of the space: letters and digits')
          .meta({ examples: ['LEGAL'] }),
        description: z.string().optional().describe('Description, as plain text'),
      }),
      wire: ({ description: value, ...space }) => ({
        body: { ...space, description: value === undefined ? undefined : { representation: 'plain', value } },
      }),
    }),
  },
  search: {
    title: 'name',
    link: 'https://{setting:subdomain}.atlassian.net/wiki{_links.webui}',
    fields: allFields(Space, { except: ['spaceOwnerId', 'currentActiveAlias'] }),
  },
  sync: { via: 'list', params: { limit: 250 } },
});
