import type { PersonalFields } from '@connectory/connector-sdk';

/** Google leaves out what only few people searched for. */
export const personal: PersonalFields = {
  none: `
    country coverageState crawledAs device googleCanonical indexed indexingState inspectionResultLink issueMessage issueType keys message name
    page pageFetchState path permissionLevel query referringUrls richResultType robotsTxtState search_type severity site_url sitemap siteUrl submitted
    type userCanonical verdict`,
};
