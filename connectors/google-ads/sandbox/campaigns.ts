import { simulate } from '@connectory/sandbox';
import { adGroupAdLabels } from '../src/entities/ad-group-ad-labels.ts';
import { adGroupAds } from '../src/entities/ad-group-ads.ts';
import { adGroupCriteria } from '../src/entities/ad-group-criteria.ts';
import { adGroupLabels } from '../src/entities/ad-group-labels.ts';
import { adGroups } from '../src/entities/ad-groups.ts';
import { campaignBudgets } from '../src/entities/campaign-budgets.ts';
import { campaignLabels } from '../src/entities/campaign-labels.ts';
import { campaigns } from '../src/entities/campaigns.ts';
import { attachmentName, customerOf, idOf, labelNamed, sampleCustomer, sampleLabel, simulatedRows } from './account.ts';

const attached = (campaign: string, label: { readonly resourceName: string }) => ({
  campaign: { resourceName: campaign, id: idOf(campaign) },
  campaignLabel: {
    resourceName: attachmentName('campaignLabels', campaign, label.resourceName),
    campaign,
    label: label.resourceName,
  },
  label,
});

const attachedOfAdGroupLabels = (adGroup: string, label: { readonly resourceName: string }) => ({
  adGroup: { resourceName: adGroup, id: idOf(adGroup) },
  adGroupLabel: {
    resourceName: attachmentName('adGroupLabels', adGroup, label.resourceName),
    adGroup,
    label: label.resourceName,
  },
  label,
});

const keywordOf = (adGroup: string, criterionId: string, criterion: object) => ({
  adGroup: { resourceName: adGroup, id: idOf(adGroup) },
  adGroupCriterion: {
    resourceName: `${customerOf(adGroup)}/adGroupCriteria/${idOf(adGroup)}~${criterionId}`,
    criterionId,
    adGroup,
    type: 'KEYWORD',
    ...criterion,
  },
});

export const simulatedCampaigns = [
  simulate(campaigns, {
    sample: (source) => {
      const customer = sampleCustomer(source);
      const id = String(20_481_190_376 + source.index * 7);
      const budget = `${customer}/campaignBudgets/${12_803_551_946 + source.index}`;
      const impressions = source.integer(4_000, 90_000);
      const clicks = Math.round((impressions * source.integer(20, 90)) / 1000);
      const cost = clicks * source.integer(30, 240) * 10_000;
      const conversions = Math.round(clicks / 25);
      const status = source.pick(['ENABLED', 'ENABLED', 'PAUSED', 'REMOVED']);
      return {
        campaign: {
          resourceName: `${customer}/campaigns/${id}`,
          id,
          name: `${source.pick(['Brand', 'Generic', 'Competitors', 'Remarketing', 'Launch'])} | ${source.pick(['Rain jackets', 'Trail shoes', 'Backpacks', 'Tents', 'Winter sale', 'Gift cards'])}`,
          status,
          servingStatus: status === 'ENABLED' ? 'SERVING' : 'NONE',
          advertisingChannelType: 'SEARCH',
          advertisingChannelSubType: 'UNSPECIFIED',
          biddingStrategy: `${customer}/biddingStrategies/${7_104_922 + source.index}`,
          biddingStrategyType: source.pick(['TARGET_CPA', 'TARGET_ROAS', 'TARGET_SPEND']),
          campaignBudget: budget,
          labels: [sampleLabel(source, customer).resourceName],
          networkSettings: {
            targetGoogleSearch: true,
            targetSearchNetwork: source.index % 2 === 0,
            targetContentNetwork: false,
            targetPartnerSearchNetwork: false,
          },
        },
        campaignBudget: { resourceName: budget, amountMicros: String(source.integer(10, 300) * 1_000_000) },
        metrics: {
          clicks: String(clicks),
          ctr: clicks / impressions,
          conversions,
          conversionsValue: conversions * source.integer(20, 90),
          costMicros: String(cost),
          impressions: String(impressions),
          averageCpc: cost / clicks,
          averageCpm: (cost / impressions) * 1000,
          interactions: String(clicks),
        },
        segments: null,
      };
    },
    actions: {
      update: {
        fields: { customer_id: null, 'operations.0.update.resourceName': 'campaign.resourceName' },
        values: ({ operations: [first] }) => ({ campaign: { ...first?.update } }),
      },
      list: simulatedRows('campaign'),
    },
  }),
  simulate(campaignBudgets, {
    sample: (source) => {
      const id = String(12_803_551_946 + source.index);
      return {
        campaignBudget: {
          resourceName: `${sampleCustomer(source)}/campaignBudgets/${id}`,
          id,
          name: `Budget ${source.index + 1}`,
          amountMicros: String(source.integer(10, 300) * 1_000_000),
          totalAmountMicros: undefined,
          status: 'ENABLED',
          period: 'DAILY',
          deliveryMethod: 'STANDARD',
          explicitlyShared: false,
          referenceCount: '1',
        },
      };
    },
    actions: {
      update: {
        fields: { customer_id: null, 'operations.0.update.resourceName': 'campaignBudget.resourceName' },
        values: ({ operations: [first] }) => ({ campaignBudget: { ...first?.update } }),
      },
      list: simulatedRows('campaign_budget'),
    },
  }),
  simulate(adGroupCriteria, {
    sample: (source) => {
      const adGroup = String(source.of('ad_groups', 'adGroup.resourceName'));
      const text = source.pick(['trail shoes', 'rain jacket men', 'waterproof jacket', 'winter tent', 'backpack 40l']);
      return keywordOf(adGroup, String(301_440 + source.index), {
        status: source.pick(['ENABLED', 'ENABLED', 'PAUSED']),
        negative: source.index % 5 === 4,
        keyword: { text, matchType: source.pick(['EXACT', 'PHRASE', 'BROAD']) },
        cpcBidMicros: String(source.integer(20, 300) * 10_000),
        approvalStatus: 'APPROVED',
        qualityInfo: { qualityScore: source.integer(3, 10) },
      });
    },
    actions: {
      create: {
        fields: { customer_id: null },
        values: ({ operations: [first] }) => {
          const { adGroup = '', ...criterion } = first?.create ?? {};
          return keywordOf(adGroup, '990001', { status: 'ENABLED', negative: false, ...criterion });
        },
      },
      update: {
        fields: { customer_id: null, 'operations.0.update.resourceName': 'adGroupCriterion.resourceName' },
        isMeant: ({ operations }) => operations?.[0]?.update !== undefined,
        values: ({ operations: [first] }) => ({ adGroupCriterion: { ...first?.update } }),
      },
      delete: {
        fields: { customer_id: null, 'operations.0.remove': 'adGroupCriterion.resourceName' },
        isMeant: ({ operations }) => operations?.[0]?.remove !== undefined,
      },
      list: simulatedRows('ad_group_criterion'),
    },
  }),
  simulate(campaignLabels, {
    sample: (source) => {
      const campaign = String(source.of('campaigns', 'campaign.resourceName'));
      return attached(campaign, sampleLabel(source, campaign));
    },
    actions: {
      create: {
        fields: { customer_id: null },
        values: ({ operations: [first] }) => attached(first?.create.campaign ?? '', labelNamed(first?.create.label)),
      },
      list: simulatedRows('campaign_label'),
    },
  }),
  simulate(adGroups, {
    sample: (source) => {
      const campaign = String(source.of('campaigns', 'campaign.resourceName'));
      const customer = customerOf(campaign);
      const id = String(150_280_341_911 + source.index * 13);
      const bid = source.integer(20, 300) * 10_000;
      const resourceName = `${customer}/adGroups/${id}`;
      return {
        campaign: { resourceName: campaign, id: idOf(campaign) },
        adGroup: {
          resourceName,
          id,
          name: `${source.pick(['Shoes', 'Jackets', 'Bags', 'Accessories'])} ${source.pick(['men', 'women', 'children', 'sale', 'new'])}`,
          status: source.pick(['ENABLED', 'ENABLED', 'ENABLED', 'PAUSED']),
          type: 'SEARCH_STANDARD',
          adRotationMode: 'OPTIMIZE',
          baseAdGroup: resourceName,
          campaign,
          cpcBidMicros: String(bid),
          cpmBidMicros: '10000',
          cpvBidMicros: '0',
          effectiveTargetCpaMicros: String(bid * 20),
          effectiveTargetCpaSource: 'CAMPAIGN_BIDDING_STRATEGY',
          effectiveTargetRoas: source.integer(15, 60) / 10,
          effectiveTargetRoasSource: 'CAMPAIGN_BIDDING_STRATEGY',
          labels: [sampleLabel(source, customer).resourceName],
          targetCpaMicros: String(bid * 20),
          targetRoas: source.integer(15, 60) / 10,
          trackingUrlTemplate: '{lpurl}?adgroup={adgroupid}',
        },
        metrics: { costMicros: String(bid * source.integer(40, 900)) },
        segments: null,
      };
    },
    actions: {
      update: {
        fields: { customer_id: null, 'operations.0.update.resourceName': 'adGroup.resourceName' },
        values: ({ operations: [first] }) => ({ adGroup: { ...first?.update } }),
      },
      list: simulatedRows('ad_group'),
    },
  }),
  simulate(adGroupLabels, {
    sample: (source) => {
      const adGroup = String(source.of('ad_groups', 'adGroup.resourceName'));
      return attachedOfAdGroupLabels(adGroup, sampleLabel(source, adGroup));
    },
    actions: {
      create: {
        fields: { customer_id: null },
        values: ({ operations: [first] }) =>
          attachedOfAdGroupLabels(first?.create.adGroup ?? '', labelNamed(first?.create.label)),
      },
      list: simulatedRows('ad_group_label'),
    },
  }),
  simulate(adGroupAds, {
    sample: (source) => {
      const adGroup = String(source.of('ad_groups', 'adGroup.resourceName'));
      const customer = customerOf(adGroup);
      const id = String(662_819_034_157 + source.index * 17);
      const page = source.pick(['shoes', 'jackets', 'bags', 'sale']);
      return {
        adGroup: { resourceName: adGroup, id: idOf(adGroup) },
        adGroupAd: {
          resourceName: `${customer}/adGroupAds/${idOf(adGroup)}~${id}`,
          status: source.pick(['ENABLED', 'ENABLED', 'PAUSED']),
          adStrength: source.pick(['POOR', 'AVERAGE', 'GOOD', 'EXCELLENT']),
          adGroup,
          labels: [sampleLabel(source, customer).resourceName],
          ad: {
            resourceName: `${customer}/ads/${id}`,
            id,
            name: `${page} ${source.index + 1}`,
            type: 'RESPONSIVE_SEARCH_AD',
            displayUrl: 'www.example.com',
            finalUrls: [`https://www.example.com/${page}`],
            finalMobileUrls: [`https://m.example.com/${page}`],
            finalUrlSuffix: 'utm_content=ad',
            trackingUrlTemplate: '{lpurl}?ad={creative}',
          },
          policySummary: { approvalStatus: 'APPROVED', reviewStatus: 'REVIEWED' },
        },
        segments: null,
      };
    },
    actions: {
      update: {
        fields: { customer_id: null, 'operations.0.update.resourceName': 'adGroupAd.resourceName' },
        values: ({ operations: [first] }) => ({ adGroupAd: { ...first?.update } }),
      },
      list: simulatedRows('ad_group_ad'),
    },
  }),
  simulate(adGroupAdLabels, {
    sample: (source) => {
      const of = (field: string) => String(source.of('ad_group_ads', `adGroupAd.${field}`));
      const adGroupAd = of('resourceName');
      const label = sampleLabel(source, adGroupAd);
      return {
        adGroupAd: { resourceName: adGroupAd, ad: { resourceName: of('ad.resourceName'), id: of('ad.id') } },
        adGroupAdLabel: {
          resourceName: attachmentName('adGroupAdLabels', adGroupAd, label.resourceName),
          adGroupAd,
          label: label.resourceName,
        },
        label,
      };
    },
    actions: {
      list: simulatedRows('ad_group_ad_label'),
    },
  }),
];
