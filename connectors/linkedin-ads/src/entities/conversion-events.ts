import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn, restLi2 } from '../adapter.ts';
import { moneyParam } from '../writes.ts';

const conversion = z
  .string()
  .describe('URN of the conversion rule')
  .meta({ examples: ['urn:lla:llaPartnerConversion:104012'] });

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads-reporting/conversions-api */
export const conversionEvents = defineEntity({
  name: 'conversion_events',
  summary: 'Results that you report to LinkedIn, such as purchases',
  keywords: ['offline conversion', 'conversions api', 'capi', 'report a sale', 'upload conversion'],
  beyondContract: true,
  record: z.object({}),
  key: null,
  actions: {
    create: linkedIn('POST /conversionEvents', {
      summary: 'Report one result of a person to a conversion rule',
      params: z.object({
        conversion,
        conversionHappenedAt: z.int().describe('When it happened, in Unix milliseconds; at most 90 days ago'),
        conversionValue: moneyParam.optional().describe('Value of the result'),
        eventId: z.string().optional().describe('Your ID of the result, by which LinkedIn drops a duplicate'),
        user: z
          .strictObject({
            userIds: z
              .array(
                z.strictObject({
                  idType: z
                    .enum(['SHA256_EMAIL', 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', 'ACXIOM_ID', 'ORACLE_MOAT_ID'])
                    .describe('Kind of identifier'),
                  idValue: z.string().describe('The identifier; an email address as its SHA-256 in hexadecimal'),
                }),
              )
              .min(1)
              .describe('Identifiers of the person'),
            userInfo: z
              .strictObject({
                firstName: z.string().describe('First name'),
                lastName: z.string().describe('Last name'),
                title: z.string().optional().describe('Job title'),
                companyName: z.string().optional().describe('Company'),
                countryCode: z.string().optional().describe('Two-letter code of the country'),
              })
              .optional()
              .describe('Name and work of the person, which help to find the member'),
          })
          .describe('Who did it'),
      }),
      ...restLi2,
    }),
  },
});
