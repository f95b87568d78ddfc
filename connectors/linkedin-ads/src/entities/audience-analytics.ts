import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn } from '../adapter.ts';
import { Figures, figuresKey, report, reportParams, reportQuery, urnList } from '../analytics.ts';

const { timeGranularity, dateRange, fields } = reportParams('');

const params = z.object({
  campaigns: urnList('List(urn:li:sponsoredCampaign:168037013)').describe(
    'URNs of campaigns, such as `List(urn:li:sponsoredCampaign:168037013)`',
  ),
  timeGranularity,
  dateRange,
  fields,
});

/**
 * An entity with the figures of campaigns, divided by what LinkedIn knows about the audience; `pivotValues` names the part. LinkedIn leaves
 * out parts with fewer than three results. https://learn.microsoft.com/linkedin/marketing/integrations/ads-reporting/ads-reporting
 */
const by = (name: string, pivot: string, part: string, keywords: readonly string[]) =>
  defineEntity({
    name,
    summary: `Figures of campaigns by ${part}`,
    keywords,
    beyondContract: true,
    record: Figures,
    key: figuresKey,
    actions: {
      list: linkedIn('GET /adAnalytics', {
        summary: `Get the figures of campaigns by ${part}`,
        params,
        wire: (given) => reportQuery({ q: 'analytics', pivot, ...given }, 'campaigns'),
        ...report,
      }),
    },
  });

/** The entities with figures by audience. */
export const audienceAnalytics = [
  by('ad_impression_device_analytics', 'IMPRESSION_DEVICE_TYPE', 'device of the viewer', ['mobile', 'desktop']),
  by('ad_member_company_analytics', 'MEMBER_COMPANY', 'company of the viewer', [
    'which companies saw',
    'accounts reached',
  ]),
  by('ad_member_company_size_analytics', 'MEMBER_COMPANY_SIZE', 'size of the company', ['number of employees']),
  by('ad_member_country_analytics', 'MEMBER_COUNTRY_V2', 'country of the viewer', ['per country', 'geography']),
  by('ad_member_industry_analytics', 'MEMBER_INDUSTRY', 'industry of the company', ['which industries', 'sector']),
  by('ad_member_job_function_analytics', 'MEMBER_JOB_FUNCTION', 'job function', ['department', 'which functions']),
  by('ad_member_job_title_analytics', 'MEMBER_JOB_TITLE', 'job title', ['which titles', 'position', 'role of viewers']),
  by('ad_member_region_analytics', 'MEMBER_REGION_V2', 'region of the viewer', ['per region', 'city', 'metro area']),
  by('ad_member_seniority_analytics', 'MEMBER_SENIORITY', 'seniority', ['decision makers', 'managers or directors']),
];
