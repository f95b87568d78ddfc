import type { PersonalFields } from '@connectory/connector-sdk';

/** What people searched for is free text. */
export const personal: PersonalFields = {
  free_text: 'query search_analytics_all_fields.keys search_analytics_by_query.keys',
  none: `
    country coverageState crawledAs device googleCanonical indexed indexingState inspectionResultLink issueMessage issueType keys message name
    page pageFetchState path permissionLevel referringUrls richResultType robotsTxtState search_type severity site_url sitemap siteUrl submitted
    type userCanonical verdict`,
};
