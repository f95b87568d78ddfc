import type { SampleSource } from '@connectory/connector-sdk';

const products = [
  {
    name: 'Cast Iron Skillet 10 in',
    asin: 'B0C7QK4L2M',
    sku: 'HP-SKL-10',
    searches: ['cast iron skillet', 'pre seasoned skillet', '10 inch frying pan'],
    unwanted: ['electric skillet', 'nonstick pan'],
    rival: 'B07X1Z9QRT',
  },
  {
    name: 'Enameled Dutch Oven 5 qt',
    asin: 'B0BN83VWYH',
    sku: 'HP-DOV-5Q',
    searches: ['dutch oven', 'enameled cast iron pot', 'bread baking pot'],
    unwanted: ['dutch oven liners', 'camping dutch oven'],
    rival: 'B08KG5D4TP',
  },
  {
    name: 'Walnut Cutting Board',
    asin: 'B0CJ2R96FX',
    sku: 'HP-CBD-WN',
    searches: ['wood cutting board', 'walnut chopping board', 'cutting board with juice groove'],
    unwanted: ['plastic cutting board', 'cutting board oil'],
    rival: 'B09T6HNC1L',
  },
  {
    name: 'Chef Knife 8 in',
    asin: 'B0D4P7ZKB3',
    sku: 'HP-KNF-08',
    searches: ['chef knife', '8 inch kitchen knife', 'japanese chef knife'],
    unwanted: ['knife sharpener', 'ceramic knife'],
    rival: 'B06WLG3QDV',
  },
  {
    name: 'Pour-Over Coffee Kettle',
    asin: 'B0B5M1TQ8S',
    sku: 'HP-KTL-GN',
    searches: ['gooseneck kettle', 'pour over kettle', 'coffee kettle stovetop'],
    unwanted: ['electric kettle', 'tea kettle whistling'],
    rival: 'B0821RXF4J',
  },
] as const;

const seasons = ['Core', 'Brand defense', 'Prime Day', 'Holiday', 'Competitors'] as const;

const brandLines = [
  'Cookware',
  'Cutlery',
  'Coffee',
  'Baking',
  'Cutting Boards',
  'Gift Sets',
  'Store Spotlight',
] as const;

// Few enough that what belongs to a campaign always finds it.
const campaignCount = 20;

const firstCampaign = 487_350_293_826_481;
// The days since the campaign at a position was created.
const ageAt = (position: number) => 820 - position * 20;

const firstAdGroup = 291_804_662_115_037;
const firstBrandsCampaign = 319_462_087_754_290;

type State = 'ENABLED' | 'PAUSED' | 'ARCHIVED';

/** The Sponsored Products campaign at a position: of one product, in one state, with automatic or manual targeting. */
export function campaignAt(position: number) {
  const product = products[position % products.length] ?? products[0];
  const targetingType = position % 3 === 2 ? 'AUTO' : 'MANUAL';
  const season = seasons[Math.floor(position / products.length) % seasons.length];
  return {
    product,
    campaignId: String(firstCampaign + position * 1_913),
    name: `SP | ${product.name} | ${season} | ${targetingType === 'AUTO' ? 'Auto' : 'Manual'}`,
    targetingType,
    state: stateAt(position),
    age: ageAt(position),
  };
}

/** The ad group at a position; the campaign of the same position has it. */
export const adGroupAt = (position: number) => ({
  adGroupId: String(firstAdGroup + position * 2_741),
  campaign: campaignAt(position),
});

type AdGroupSample = ReturnType<typeof adGroupAt>;

/** The Sponsored Brands campaign at a position. */
export function brandsCampaignAt(position: number) {
  const line = brandLines[position % brandLines.length];
  const season = seasons[Math.floor(position / brandLines.length) % seasons.length];
  return {
    campaignId: String(firstBrandsCampaign + position * 1_609),
    name: `SB | Hearth & Pine ${line} | ${season}`,
    state: stateAt(position),
    age: ageAt(position),
  };
}

/** The ad group a sample record belongs to; only one with manual targeting when the record could not be in another. */
export function sampleAdGroup({ index }: SampleSource, targeting: 'any' | 'manual' = 'any') {
  const position = index % campaignCount;
  return adGroupAt(targeting === 'manual' && position % 3 === 2 ? position - 1 : position);
}

/** The state of the record at a position: most are enabled. */
export function stateAt(position: number): State {
  if (position % 11 === 10) return 'ARCHIVED';
  return position % 8 === 7 ? 'PAUSED' : 'ENABLED';
}

/** Why a record serves or not: its own state decides, then that of its campaign; `live` is what is said when both are enabled. */
export function servingStatus(kind: string, live: string, state: State, campaign: State = 'ENABLED') {
  if (state !== 'ENABLED') return `${kind}_${state}`;
  return campaign === 'ENABLED' ? live : `CAMPAIGN_${campaign}`;
}

/** When a record was created, some days ago, and changed, with its serving status. */
export function sampleHistory(source: SampleSource, age: number, status: string) {
  return {
    creationDateTime: source.time(age),
    lastUpdateDateTime: source.time(source.integer(1, 170)),
    servingStatus: status,
    servingStatusDetails: [{ name: `${status}_DETAIL` }],
  };
}

/** What every sample record below an ad group has; `kind` is what its own serving statuses begin with. */
export function sampleInAdGroup(source: SampleSource, { adGroupId, campaign }: AdGroupSample, kind: string) {
  const state = stateAt(source.index);
  const live = kind === 'TARGETING_CLAUSE' ? 'TARGETING_CLAUSE_STATUS_LIVE' : 'AD_STATUS_LIVE';
  return {
    campaignId: campaign.campaignId,
    adGroupId,
    state,
    extendedData: sampleHistory(
      source,
      campaign.age - source.integer(2, 60),
      servingStatus(kind, live, state, campaign.state),
    ),
  };
}

/** The same in the words of Sponsored Brands, which count times in milliseconds. */
export function sampleBrandsHistory(source: SampleSource, age: number, status: string) {
  return {
    creationDate: source.epoch(age) * 1000,
    lastUpdateDate: source.epoch(source.integer(1, 170)) * 1000,
    servingStatus: status,
    servingStatusDetails: [`${status}_DETAIL`],
  };
}

/** A bid in dollars and cents. */
export const sampleBid = (source: SampleSource) => source.integer(35, 240) / 100;
