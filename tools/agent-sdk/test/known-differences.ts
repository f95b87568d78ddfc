/** Calls of the published SDK that cannot work with answers as the contract has them: `<its name of the system> <entity> <action>`. */
export const knownDifferences: readonly { readonly calls: RegExp; readonly reason: string }[] = [
  {
    calls: /^amazon-ads \w+ list$/,
    reason: 'It takes the body of the vendor for an answer; the contract has a list of records',
  },
  {
    calls: /^amazon-ads \w+ get$/,
    reason: 'It sends portfolio_id and campaign_id; the contract says portfolioId and campaignId',
  },
  {
    calls: /^greenhouse (candidates|applications|jobs|offers) list$/,
    reason: 'It wants an object for each custom field; most values are texts',
  },
  { calls: /^greenhouse offices \w+$/, reason: 'It wants a text as the location; the contract has an object' },
  {
    calls: /^woocommerce product_(categories|variations) context_store_search$/,
    reason: 'It wants a list as the image; a category or variation has one image',
  },
  {
    calls: /^woocommerce payment_gateways list$/,
    reason: 'It wants a number as the order; the vendor sends an empty text where there is none',
  },
  {
    calls: /^shopify metafield_product_images list$/,
    reason: 'It sends metafield[owner_resource], which the contract does not have',
  },
];

/** Entities of the contract that the newest version of the SDK has no class for. */
export const unknownEntities: readonly string[] = [
  'greenhouse scheduled_interviews',
  'greenhouse application_attachment',
  'greenhouse candidate_attachment',
];
