import {
  auth,
  type Connector,
  day,
  defineConnector,
  defineEntity,
  defineUpstream,
  eachOfSetting,
  from,
  fromParam,
  restApi,
  setting,
} from '@connectory/connector-sdk';
import { z } from 'zod';

const api = restApi({ recordsAt: 'items' });

const profiles = defineEntity({
  name: 'profiles',
  summary: 'Accounts the credential reaches, which have no copy',
  record: z.object({ id: z.int(), country: z.string(), is_closed: z.boolean() }),
  key: 'id',
  actions: { list: api('GET /profiles', { summary: 'List', params: z.object({}) }) },
});

const campaigns = defineEntity({
  name: 'campaigns',
  summary: 'Campaigns of the accounts the settings list, else of every open one',
  record: z.object({ id: z.int(), name: z.string(), is_running: z.boolean() }),
  key: 'id',
  actions: {
    list: api('GET /profiles/{profile}/campaigns', {
      summary: 'List',
      params: z.object({ profile: z.int().describe('Account') }),
    }),
  },
  search: {
    fields: ['id', 'name', 'is_running'],
    derived: { profile: fromParam(z.int(), 'profile'), urn: from(z.string(), ({ id }) => `campaign:${id}`) },
  },
  sync: {
    via: 'list',
    each: eachOfSetting('profiles', ['id'], { otherwise: profiles }),
    where: { eq: { is_closed: false } },
    bind: { profile: 'id' },
  },
});

const figures = defineEntity({
  name: 'figures',
  summary: 'Figures of the campaigns that run',
  record: z.object({ date: z.string(), clicks: z.int() }),
  key: 'date',
  actions: {
    list: api('GET /figures', {
      summary: 'List',
      params: z.object({
        campaign: z.string().describe('Campaign'),
        owner: z.string().describe('Account and campaign'),
        from: z.iso.date().describe('First day'),
        to: z.iso.date().describe('Last day'),
        kind: z.string().optional().describe('Kind of figures'),
      }),
    }),
  },
  search: { fields: ['date', 'clicks'], derived: { kind: fromParam(z.string(), 'kind') } },
  sync: {
    via: 'list',
    params: { from: setting('start_date', { otherwise: day(-30) }), to: day(0), kind: setting('kind') },
    each: campaigns,
    where: { eq: { is_running: true } },
    bind: { campaign: 'urn', owner: 'profile:{profile}/campaign:{id}' },
    notFound: 'empty',
  },
});

/** A made-up connector whose plans filter parents, list them live, bind templates and take values from settings and the day. */
export const ads: Connector = defineConnector({
  id: 'ads',
  kind: 'ads',
  vendor: 'Ads',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://ads.example',
    documentation: 'https://ads.example/docs',
    version: { pinned: '1', sunset: null },
    authentication: { token: auth.bearer('token', 'Token') },
    settings: z.object({
      profiles: z.array(z.string()).optional().describe('Accounts'),
      start_date: z.iso.date().optional().describe('First day of figures'),
      kind: z.string().optional().describe('Kind of figures'),
    }),
    failure: { message: ['message'] },
  }),
  entities: [figures, campaigns, profiles],
  check: { entity: 'profiles', action: 'list', params: {} },
});
