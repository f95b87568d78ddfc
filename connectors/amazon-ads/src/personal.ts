import type { PersonalFields } from '@connectory/connector-sdk';

/** An account may bear the name of its owner; tags are typed by people. */
export const personal: PersonalFields = {
  name: 'profiles.accountInfo.name',
  free_text: 'tags',
  none: `
    adGroupId adId asin bidding budgetType campaignId campaignType costType countryCode currencyCode endDate expressionType extendedData id
    keywordId keywordText marketplaceBudgetAllocation marketplaceStringId matchType name offAmazonSettings placement policy portfolioId
    productLocation servingStatus sku smartDefault startDate state strategy subType targetId timezone type value`,
};
