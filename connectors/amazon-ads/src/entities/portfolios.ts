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
const isoTime = (time: RawValue) => (typeof time === 'number' ? new Date(time).toISOString() : undefined);

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
  toRow: ({ creationDate, lastUpdatedDate, servingStatus, ...record }: RawValue) => ({
    ...record,
    extendedData: {
      creationDateTime: isoTime(creationDate),
      lastUpdateDateTime: isoTime(lastUpdatedDate),
      servingStatus,
    },
  }),
};

const sampleNames = ['Cookware', 'Knives and Boards', 'Coffee and Tea', 'Seasonal', 'New Products', 'Brand Defense'];

/** https://advertising.amazon.com/API/docs/en-us/reference/portfolios */
export const portfolios = defineEntity({
  name: 'portfolios',
  summary: 'Portfolios: groups of campaigns that may share a budget',
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
      simulate: { fields: { includeExtendedDataFields: null } },
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
  sample: (source) => {
    const round = Math.floor(source.index / sampleNames.length);
    const name = sampleNames[source.index % sampleNames.length];
    const amount = source.integer(5, 80) * 100;
    const startDate = source.time(90).slice(0, 10);
    const budget = source.pick([
      { policy: 'NO_CAP', amount: undefined, currencyCode: undefined, startDate: undefined, endDate: undefined },
      { policy: 'MONTHLY_RECURRING', amount, currencyCode: 'USD', startDate, endDate: undefined },
      { policy: 'DATE_RANGE', amount, currencyCode: 'USD', startDate, endDate: source.time(-60).slice(0, 10) },
    ]);
    const isInBudget = source.index % 7 !== 6;
    return {
      portfolioId: String(118_274_630_955_102 + source.index * 3_307),
      name: round === 0 ? name : `${name} ${2026 - round}`,
      budget,
      inBudget: isInBudget,
      state: 'ENABLED',
      creationDate: source.epoch(source.integer(200, 900)) * 1000,
      lastUpdatedDate: source.epoch(source.integer(1, 190)) * 1000,
      servingStatus: isInBudget ? 'PORTFOLIO_STATUS_ENABLED' : 'PORTFOLIO_OUT_OF_BUDGET',
    };
  },
});
