import type { SampleSource } from '@connectory/sandbox';

const products = [
  {
    name: 'Cast Iron Skillet 10 in',
    asin: 'B0C7QK4L2M',
    sku: 'HP-SKL-10',
    searches: ['cast iron skillet', 'pre seasoned skillet', '10 inch frying pan'],
    unwanted: ['electric skillet', 'nonstick pan'],
  },
  {
    name: 'Enameled Dutch Oven 5 qt',
    asin: 'B0BN83VWYH',
    sku: 'HP-DOV-5Q',
    searches: ['dutch oven', 'enameled cast iron pot', 'bread baking pot'],
    unwanted: ['dutch oven liners', 'camping dutch oven'],
  },
  {
    name: 'Walnut Cutting Board',
    asin: 'B0CJ2R96FX',
    sku: 'HP-CBD-WN',
    searches: ['wood cutting board', 'walnut chopping board', 'cutting board with juice groove'],
    unwanted: ['plastic cutting board', 'cutting board oil'],
  },
  {
    name: 'Chef Knife 8 in',
    asin: 'B0D4P7ZKB3',
    sku: 'HP-KNF-08',
    searches: ['chef knife', '8 inch kitchen knife', 'japanese chef knife'],
    unwanted: ['knife sharpener', 'ceramic knife'],
  },
] as const;

const seasons = ['Core', 'Brand Defense', 'Prime Day', 'Holiday', 'Rivals', 'New Year', 'Clearance'] as const;

const lines = ['Cookware', 'Cutlery', 'Coffee', 'Baking', 'Gift Sets'] as const;

/** Products of competitors, next to which the shop advertises. */
export const rivals = ['B07X1Z9QRT', 'B08KG5D4TP', 'B09T6HNC1L', 'B06WLG3QDV'];

// Few enough that what belongs to an ad group always finds it.
const adGroupCount = 20;

// Each of the things gets a campaign before the next season does.
const seasonAt = (position: number, things: readonly unknown[]) =>
  seasons[Math.floor(position / things.length) % seasons.length];

// The days since the campaign at a position was created.
const ageAt = (position: number) => 820 - position * 20;

type State = 'ENABLED' | 'PAUSED' | 'ARCHIVED';

/** The Sponsored Products campaign at a position: of one product, in one state, with automatic or manual targeting. */
export function campaignAt(position: number) {
  const product = products[position % products.length] ?? products[0];
  const targetingType = position % 3 === 2 ? 'AUTO' : 'MANUAL';
  return {
    product,
    campaignId: String(487_350_293_826_481 + position * 1_913),
    name: `SP | ${product.name} | ${seasonAt(position, products)} | ${targetingType === 'AUTO' ? 'Auto' : 'Manual'}`,
    targetingType,
    state: stateAt(position),
    age: ageAt(position),
  };
}

/** The ad group at a position; the campaign of the same position has it. */
export const adGroupAt = (position: number) => ({
  adGroupId: String(291_804_662_115_037 + position * 2_741),
  campaign: campaignAt(position),
});

type AdGroupSample = ReturnType<typeof adGroupAt>;

/** The Sponsored Brands campaign at a position. */
export function brandsCampaignAt(position: number) {
  return {
    campaignId: String(319_462_087_754_290 + position * 1_609),
    name: `SB | Hearth & Pine ${lines[position % lines.length]} | ${seasonAt(position, lines)}`,
    state: stateAt(position),
    age: ageAt(position),
  };
}

/** The ad group a sample record belongs to; only one with manual targeting when the record could not be in another. */
export function sampleAdGroup({ index }: SampleSource, targeting: 'any' | 'manual' = 'any') {
  const position = index % adGroupCount;
  return adGroupAt(targeting === 'manual' && position % 3 === 2 ? position - 1 : position);
}

// Most records are enabled.
function stateAt(position: number): State {
  if (position % 11 === 10) return 'ARCHIVED';
  return position % 8 === 7 ? 'PAUSED' : 'ENABLED';
}

// What the serving statuses of a record begin with.
type Kind = 'CAMPAIGN' | 'AD_GROUP' | 'AD' | 'TARGETING_CLAUSE';

/** The state and the history of a record created some days ago. Where the record is enabled, its campaign decides whether it serves. */
export function sampleLife(source: SampleSource, kind: Kind, age: number, campaign: State = 'ENABLED') {
  const state = stateAt(source.index);
  const serving = kind === 'CAMPAIGN' || kind === 'AD_GROUP' ? `${kind}_STATUS_ENABLED` : `${kind}_STATUS_LIVE`;
  const enabled = campaign === 'ENABLED' ? serving : `CAMPAIGN_${campaign}`;
  const servingStatus = state === 'ENABLED' ? enabled : `${kind}_${state}`;
  const creationDateTime = source.time(age);
  const lastUpdateDateTime = source.time(source.integer(1, 170));
  return { state, extendedData: { creationDateTime, lastUpdateDateTime, servingStatus } };
}

/** The same in the words of Sponsored Brands, which count times in milliseconds. */
export function sampleBrandsLife(...life: Parameters<typeof sampleLife>) {
  const { state, extendedData } = sampleLife(...life);
  const creationDate = Date.parse(extendedData.creationDateTime);
  const lastUpdateDate = Date.parse(extendedData.lastUpdateDateTime);
  return { state, extendedData: { creationDate, lastUpdateDate, servingStatus: extendedData.servingStatus } };
}

/** What every sample record below an ad group has. */
export const sampleInAdGroup = (source: SampleSource, { adGroupId, campaign }: AdGroupSample, kind: Kind) => ({
  campaignId: campaign.campaignId,
  adGroupId,
  ...sampleLife(source, kind, campaign.age - source.integer(2, 60), campaign.state),
});

/** A bid in dollars and cents. */
export const sampleBid = (source: SampleSource) => source.integer(35, 240) / 100;
