import type { PersonalFields } from '@connectory/connector-sdk';

/** An account may bear the name of its owner; what is advertised is none. */
export const personal: PersonalFields = {
  name: 'descriptive_name descriptiveName',
  none: `
    ad_group ad_rotation_mode ad_strength adGroup adGroupAd adRotationMode adStrength advertising_channel_sub_type advertising_channel_type
    advertisingChannelSubType advertisingChannelType amountMicros approval_status approvalStatus base_ad_group baseAdGroup bidding_strategy
    bidding_strategy_type biddingStrategy biddingStrategyType call_conversion_action callConversionAction campaign campaign_budget campaignBudget
    clicks conversionTrackingId costMicros cpcBidMicros cpmBidMicros cpvBidMicros criterionId crossAccountConversionTrackingId currency_code
    currencyCode customer_id date deliveryMethod display_url displayUrl effective_target_cpa_source effective_target_roas_source
    effectiveTargetCpaMicros effectiveTargetCpaSource effectiveTargetRoasSource final_mobile_urls final_url_suffix final_urls finalMobileUrls
    finalUrls finalUrlSuffix google_global_site_tag googleGlobalSiteTag id impressions interactions label labels matchType name
    pay_per_conversion_eligibility_failure_reasons payPerConversionEligibilityFailureReasons period referenceCount resource_name resourceName
    review_status reviewStatus serving_status servingStatus status targetCpaMicros text time_zone timeZone totalAmountMicros tracking_url_template
    trackingUrlTemplate type`,
};
