import { absent, defineEntity, eachOfSetting, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { searchFields, searchOf, segmented } from '../query-language.ts';
import { accessibleCustomers } from './accessible-customers.ts';

const Account = z.object({
  customer: z
    .object({
      resourceName: z.string().nullish(),
      id: z.string().nullish(),
      descriptiveName: z.string().nullish(),
      currencyCode: z.string().nullish(),
      timeZone: z.string().nullish(),
      manager: z.boolean().nullish(),
      testAccount: z.boolean().nullish(),
      autoTaggingEnabled: z.boolean().nullish(),
      hasPartnersBadge: z.boolean().nullish(),
      optimizationScore: z.number().nullish(),
      optimizationScoreWeight: z.number().nullish(),
      finalUrlSuffix: z.string().nullish(),
      trackingUrlTemplate: z.string().nullish(),
      payPerConversionEligibilityFailureReasons: z.array(z.string()).nullish(),
      remarketingSetting: z.object({ googleGlobalSiteTag: z.string().nullish() }).nullish(),
      callReportingSetting: z
        .object({
          callReportingEnabled: z.boolean().nullish(),
          callConversionReportingEnabled: z.boolean().nullish(),
          callConversionAction: z.string().nullish(),
        })
        .nullish(),
      conversionTrackingSetting: z
        .object({
          conversionTrackingId: z.string().nullish(),
          crossAccountConversionTrackingId: z.string().nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

const fields = {
  'customer.auto_tagging_enabled': z.boolean(),
  'customer.call_reporting_setting.call_conversion_action': z.string(),
  'customer.call_reporting_setting.call_conversion_reporting_enabled': z.boolean(),
  'customer.call_reporting_setting.call_reporting_enabled': z.boolean(),
  'customer.conversion_tracking_setting.conversion_tracking_id': z.int(),
  'customer.conversion_tracking_setting.cross_account_conversion_tracking_id': z.int(),
  'customer.currency_code': z.string(),
  'customer.descriptive_name': z.string(),
  'customer.final_url_suffix': z.string(),
  'customer.has_partners_badge': z.boolean(),
  'customer.id': z.int(),
  'customer.manager': z.boolean(),
  'customer.optimization_score': z.number(),
  'customer.optimization_score_weight': z.number(),
  'customer.pay_per_conversion_eligibility_failure_reasons': z.array(z.string()),
  'customer.remarketing_setting.google_global_site_tag': z.string(),
  'customer.resource_name': z.string(),
  'customer.test_account': z.boolean(),
  'customer.time_zone': z.string(),
  'customer.tracking_url_template': z.string(),
};

/** https://developers.google.com/google-ads/api/fields/v26/customer */
export const accounts = defineEntity({
  name: 'accounts',
  summary: 'Ad accounts with their settings',
  keywords: ['account currency', 'time zone of the account', 'optimisation score', 'login', 'manager account'],
  record: Account,
  key: 'customer.resourceName',
  actions: { list: searchOf('customer', 'Get the settings of an account', Object.keys(fields)) },
  search: {
    title: 'customer.descriptive_name',
    fields: [],
    derived: { ...searchFields(Account, fields), 'segments.date': absent(time('date'), segmented) },
  },
  sync: {
    via: 'list',
    each: eachOfSetting('customer_ids', ['customer_id'], { otherwise: accessibleCustomers }),
    bind: { customer_id: 'customer_id' },
  },
});

/** Accounts whose campaigns are synchronized, for sync plans. Managers have none, and Google Ads rejects metrics for them. */
export const eachAccount = {
  each: accounts,
  where: { neq: { 'customer.manager': true } },
  bind: { customer_id: '{customer.id}' },
} as const;
