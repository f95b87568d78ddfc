import { defineEntity, page, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon, mediaType } from '../adapter.ts';
import { Id, number, State, text } from '../records/sponsored.ts';

const Budget = z.object({ amount: number, currencyCode: text, policy: text, startDate: text, endDate: text });

const Portfolio = z.object({
  portfolioId: Id,
  name: text,
  budget: Budget.nullish(),
  inBudget: z.boolean().nullish(),
  state: State,
  creationDate: z.int().nullish(),
  lastUpdatedDate: z.int().nullish(),
  servingStatus: text,
});

const milliseconds = (time: RawValue) => (typeof time === 'string' ? Date.parse(time) : null);
// Version 3 nests the history of a portfolio, with ISO 8601 times.
const portfolio = {
  headers: mediaType('spPortfolio.v3'),
  recordsAt: 'portfolios',
  toRecord: ({ extendedData, ...row }: RawValue) => ({
    ...row,
    creationDate: milliseconds(extendedData?.creationDateTime),
    lastUpdatedDate: milliseconds(extendedData?.lastUpdateDateTime),
    servingStatus: extendedData?.servingStatus ?? null,
  }),
};

/** https://advertising.amazon.com/API/docs/en-us/reference/portfolios */
export const portfolios = defineEntity({
  name: 'portfolios',
  summary: 'Portfolios: groups of campaigns that may share a budget',
  keywords: ['budget caps', 'campaign folders'],
  record: Portfolio,
  key: 'portfolioId',
  actions: {
    list: amazon('POST /portfolios/list', {
      summary: 'List portfolios',
      params: z.object({
        includeExtendedDataFields: z
          .enum(['true', 'false'])
          .default('true')
          .describe('Whether creationDate, lastUpdatedDate and servingStatus are filled: true or false'),
      }),
      // Amazon has a separate page size for portfolios.
      paging: page.cursor({ param: 'nextToken', next: 'nextToken' }),
      wire: ({ includeExtendedDataFields, ...token }) => ({
        body: { ...token, includeExtendedDataFields: includeExtendedDataFields === 'true' },
      }),
      ...portfolio,
    }),
    get: amazon('POST /portfolios/list', {
      summary: 'Get one portfolio',
      params: z.object({ portfolioId: z.int().describe('Portfolio id') }),
      wire: ({ portfolioId }) => ({
        body: { portfolioIdFilter: { include: [String(portfolioId)] }, includeExtendedDataFields: true },
      }),
      match: { portfolioId: 'portfolioId' },
      paging: null,
      meta: {},
      ...portfolio,
    }),
  },
});
