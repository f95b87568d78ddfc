import type { PersonalFields } from '@connectory/connector-sdk';

/** An account may bear the name of its owner. People are opaque URNs, and analytics count them. */
export const personal: PersonalFields = {
  name: 'accounts.name',
  none: `
    account actor allowedCampaignTypes amount associatedCampaigns associatedEntity attributionType campaign campaign_groups.name campaignGroup
    campaigns campaigns.name content conversion conversionMethod conversions.name conversionValueInLocalCurrency costInLocalCurrency costInUsd
    costType country createdBy creatives.name creativeSelection currency currencyCode destination format id imagePixelTag intendedStatus label
    language lastModifiedBy objectiveType offsitePreferences optimizationTargetType pacingStrategy pivotValues politicalIntent reference
    rejectionReasons role servingHoldReasons servingStatuses status targetingCriteria type urlMatchRuleExpression urlRules user valueType
    versionTag`,
};
