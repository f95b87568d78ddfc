import { type SampleSource, simulate } from '@connectory/sandbox';
import { accountUsers } from '../src/entities/account-users.ts';
import { accounts } from '../src/entities/accounts.ts';
import { campaignConversions } from '../src/entities/campaign-conversions.ts';
import { campaignGroups } from '../src/entities/campaign-groups.ts';
import { campaigns } from '../src/entities/campaigns.ts';
import { conversions } from '../src/entities/conversions.ts';
import { creatives } from '../src/entities/creatives.ts';

const accountUrnOf = (id: number) => `urn:li:sponsoredAccount:${id}`;

/** Tells the simulated vendor that a finder selects no records. */
const byFinder = { fields: { q: null } } as const;

interface OwnedRecord {
  readonly account?: string;
}

const accountOf = ({ account }: OwnedRecord) => Number(account?.split(':').at(-1));

const isInAccount = ({ account }: OwnedRecord, { account_id }: { readonly account_id: number }) =>
  account === accountUrnOf(account_id);

/** The simulated records of an account, and one of them. */
const listedInAccount = { fields: { account_id: null, q: null }, matches: isInAccount } as const;

const foundInAccount = { fields: { account_id: null, id: 'id' }, matches: isInAccount } as const;

/** Ids of sample records by position, such that related records belong to the same account. */
export const sampleIds = {
  account: (index: number) => 507_404_993 + index,
  campaignGroup: (index: number) => 615_492_066 + index,
  campaign: (index: number) => 168_037_013 + index,
  creative: (index: number) => `urn:li:sponsoredCreative:${119_962_155 + index}`,
} as const;

/** URN of the account of the sample record at a position: one of four. */
const sampleAccount = ({ index }: SampleSource) => accountUrnOf(sampleIds.account(index % 4));

/** Sample stamps of a record that was created and changed some days ago. */
function sampleStamps(source: SampleSource) {
  const age = source.integer(60, 500);
  const stamp = (days: number) => ({ actor: 'urn:li:person:q8vGx2mTzR', time: source.epoch(days) * 1000 });
  return { created: stamp(age), lastModified: stamp(source.integer(0, age)) };
}

/** A sample amount of US dollars. */
const sampleMoney = (source: SampleSource, least: number, max: number) => ({
  amount: `${source.integer(least, max)}.00`,
  currencyCode: 'USD',
});

const offers = ['Autumn webinar', 'White paper', 'Free trial', 'Customer story', 'Annual conference', 'Open positions'];

const audiences = ['IT leaders', 'Finance teams', 'HR managers', 'Operations', 'Past visitors'];

const firstConversion = 104_012;

const results = [
  { name: 'Newsletter sign-up', type: 'SIGN_UP' },
  { name: 'Demo request', type: 'LEAD' },
  { name: 'Trial started', type: 'SIGN_UP' },
  { name: 'Purchase', type: 'PURCHASE' },
  { name: 'White paper', type: 'DOWNLOAD' },
];

const headlines = [
  'Close the books in two days',
  'See what your peers changed',
  'Save your seat for the webinar',
  'Try it for 30 days',
  'Join a team that ships',
];

export const simulatedAccount = [
  simulate(accounts, {
    sample: (source) => ({
      id: sampleIds.account(source.index),
      name: `${source.company()} Ads`,
      currency: 'USD',
      status: source.pick(['ACTIVE', 'ACTIVE', 'ACTIVE', 'DRAFT']),
      type: 'BUSINESS',
      reference: `urn:li:organization:${2_414_183 + source.index}`,
      test: false,
      changeAuditStamps: sampleStamps(source),
      notifiedOnCampaignOptimization: true,
      notifiedOnCreativeApproval: true,
      notifiedOnCreativeRejection: true,
      notifiedOnEndOfCampaign: true,
      notifiedOnNewFeaturesEnabled: false,
      servingStatuses: ['RUNNABLE'],
      version: { versionTag: String(source.integer(1, 30)) },
    }),
    actions: {
      list: byFinder,
    },
  }),
  simulate(accountUsers, {
    sample: (source) => ({
      account: sampleAccount(source),
      user: `urn:li:person:${source.id('', 10)}`,
      role: source.pick(['ACCOUNT_BILLING_ADMIN', 'ACCOUNT_MANAGER', 'CAMPAIGN_MANAGER', 'CREATIVE_MANAGER', 'VIEWER']),
      changeAuditStamps: sampleStamps(source),
    }),
    actions: {
      list: { fields: { q: null, accounts: 'account' } },
      create: { values: (member) => member },
    },
  }),
  simulate(campaignGroups, {
    parent: accountOf,
    sample: (source) => ({
      id: sampleIds.campaignGroup(source.index),
      name: `${source.pick(['Brand', 'Leads', 'Recruiting', 'Events'])} 2026 Q${1 + (source.index % 4)}`,
      account: sampleAccount(source),
      status: source.pick(['ACTIVE', 'ACTIVE', 'PAUSED', 'ARCHIVED']),
      test: false,
      backfilled: false,
      changeAuditStamps: sampleStamps(source),
      totalBudget: sampleMoney(source, 40_000, 120_000),
      runSchedule: { start: source.epoch(90) * 1000, end: source.epoch(-60) * 1000 },
      servingStatuses: ['RUNNABLE'],
      allowedCampaignTypes: ['SPONSORED_UPDATES', 'TEXT_AD'],
    }),
    actions: {
      list: listedInAccount,
      get: foundInAccount,
    },
  }),
  simulate(campaigns, {
    parent: accountOf,
    sample: (source) => {
      // The first ones have figures.
      const status = source.index < 5 ? 'ACTIVE' : source.pick(['ACTIVE', 'PAUSED', 'COMPLETED']);
      return {
        id: sampleIds.campaign(source.index),
        name: `${source.pick(offers)} | ${source.pick(audiences)} | ${source.pick(['DACH', 'Nordics', 'UK', 'US'])}`,
        account: sampleAccount(source),
        campaignGroup: `urn:li:sponsoredCampaignGroup:${sampleIds.campaignGroup(source.index % 8)}`,
        status,
        type: 'SPONSORED_UPDATES',
        costType: source.pick(['CPM', 'CPC']),
        format: source.pick(['STANDARD_UPDATE', 'SINGLE_VIDEO', 'CAROUSEL']),
        objectiveType: source.pick(['WEBSITE_VISIT', 'LEAD_GENERATION', 'BRAND_AWARENESS']),
        optimizationTargetType: 'MAX_CLICK',
        creativeSelection: 'OPTIMIZED',
        pacingStrategy: 'LIFETIME',
        audienceExpansionEnabled: source.index % 2 === 0,
        offsiteDeliveryEnabled: false,
        storyDeliveryEnabled: false,
        test: false,
        associatedEntity: 'urn:li:organization:2414183',
        connectedTelevisionOnly: false,
        politicalIntent: 'NOT_DECLARED',
        changeAuditStamps: sampleStamps(source),
        dailyBudget: sampleMoney(source, 300, 600),
        totalBudget: sampleMoney(source, 9000, 30_000),
        unitCost: sampleMoney(source, 4, 20),
        runSchedule: { start: source.epoch(60) * 1000, end: source.epoch(-30) * 1000 },
        locale: { country: 'US', language: 'en' },
        targetingCriteria: {},
        offsitePreferences: {},
        servingStatuses: [status === 'ACTIVE' ? 'RUNNABLE' : 'STOPPED'],
        version: { versionTag: String(source.integer(1, 30)) },
      };
    },
    actions: {
      list: listedInAccount,
      get: foundInAccount,
    },
  }),
  simulate(conversions, {
    sample: (source) => {
      const age = source.integer(60, 400);
      const { name, type } = source.pick(results);
      return {
        id: firstConversion + source.index,
        name,
        account: sampleAccount(source),
        type,
        attributionType: 'LAST_TOUCH_BY_CAMPAIGN',
        conversionMethod: 'INSIGHT_TAG',
        valueType: 'FIXED',
        enabled: source.index % 6 !== 5,
        created: source.epoch(age) * 1000,
        lastModified: source.epoch(source.integer(0, age)) * 1000,
        postClickAttributionWindowSize: 30,
        viewThroughAttributionWindowSize: 7,
        campaigns: [`urn:li:sponsoredCampaign:${sampleIds.campaign(source.index)}`],
        associatedCampaigns: [],
        imagePixelTag: null,
        lastCallbackAt: source.epoch(1) * 1000,
        latestFirstPartyCallbackAt: null,
        urlMatchRuleExpression: [],
        urlRules: [],
        value: sampleMoney(source, 10, 90),
      };
    },
    actions: {
      list: byFinder,
    },
  }),
  simulate(campaignConversions, {
    sample: ({ index }) => ({
      campaign: `urn:li:sponsoredCampaign:${sampleIds.campaign(index)}`,
      conversion: `urn:lla:llaPartnerConversion:${firstConversion + index}`,
    }),
    actions: {
      create: { fields: { campaign: null, conversion: null }, values: (pair) => pair },
    },
  }),
  simulate(creatives, {
    parent: accountOf,
    sample: (source) => {
      const { created, lastModified } = sampleStamps(source);
      return {
        id: sampleIds.creative(source.index),
        name: `${source.pick(headlines)} (${source.pick(['image', 'video', 'carousel'])} ${source.index + 1})`,
        account: sampleAccount(source),
        campaign: `urn:li:sponsoredCampaign:${sampleIds.campaign(source.index)}`,
        intendedStatus: source.pick(['ACTIVE', 'ACTIVE', 'PAUSED', 'DRAFT']),
        isServing: source.index % 3 === 0,
        isTest: false,
        createdAt: created.time,
        createdBy: created.actor,
        lastModifiedAt: lastModified.time,
        lastModifiedBy: lastModified.actor,
        content: { reference: `urn:li:share:${6_500_000_000_000_000_000n + BigInt(source.index)}` },
        review: { status: 'APPROVED', rejectionReasons: [] },
        servingHoldReasons: source.index % 3 === 0 ? [] : ['STOPPED'],
        leadgenCallToAction: null,
      };
    },
    actions: {
      list: listedInAccount,
      get: foundInAccount,
    },
  }),
];
