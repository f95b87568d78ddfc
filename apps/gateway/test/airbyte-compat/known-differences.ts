/** Calls of the published SDK that cannot work with responses according to the contract: `<its name of the system> <entity> <action>`. */
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
  {
    calls: /^ashby jobs list$/,
    reason: 'It wants a text as the value of each custom field; Ashby also has numbers, booleans and lists',
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
  { calls: /^twilio (calls|messages) create$/, reason: 'It sends to and from; the contract says To and From' },
  { calls: /^github teams context_store_search$/, reason: 'The contract has no copy of teams' },
  {
    calls: /^linkedin-ads (accounts|campaigns|campaign_groups|conversion_events|campaign_conversions) (create|delete)$/,
    reason: 'Newer than the contract; its parameters have other names than those of LinkedIn, which ours have',
  },
  {
    calls: /^linkedin-ads ad_(member|impression)_\w+ list$/,
    reason: 'Newer than the contract; it sends q and pivot, which follow from the entity',
  },
  {
    calls: /^(linkedin-ads ad_(member|impression)_\w+|confluence audit) context_store_search$/,
    reason: 'Newer than the contract; these figures and records have no key, so they are only read live',
  },
  {
    calls: /^hubspot associations (list|create)$/,
    reason: 'Newer than the contract; it takes the body of HubSpot for a list, and has names of its own for categories',
  },
  {
    calls: /^shopify (product_variants (create|update|delete)|inventory_(set|adjust) create|orders delete)$/,
    reason: 'Newer than the contract; it has the names of the GraphQL API, ours are those of the REST API',
  },
];

/**
 * Search fields that the newest published SDK has and the contract does not: `<its name of the system> <entity> <field>`. Version 0.1.180
 * has none of them.
 */
export const absentFields: readonly { readonly fields: RegExp; readonly reason: string }[] = [
  { fields: /^github commits (sha|created_at)$/, reason: 'The contract has oid and committedDate' },
  { fields: /^google-ads campaigns campaign_(start|end)_date_time$/, reason: 'Newer than the contract' },
  { fields: /^greenhouse \w+ \w+$/, reason: 'Newer than the contract, which has the earlier fields of the vendor' },
  { fields: /^linkedin-ads \w+ \w+$/, reason: 'Newer than the contract' },
];

/** Actions of the newest published SDK that the gateway does not have: `<its name of the system> <entity> <action>`. */
export const missingActions: readonly { readonly actions: RegExp; readonly reason: string }[] = [
  { actions: /^amplitude (active_users|average_session_length) \w+$/, reason: 'Charts rather than records' },
  { actions: /^confluence audit context_store_search$/, reason: 'Records of the audit log have no key' },
  { actions: /^github teams context_store_search$/, reason: 'The contract has no copy of teams' },
  { actions: /^linkedin-ads ad_(member|impression)_\w+ context_store_search$/, reason: 'Figures without a key' },
  { actions: /^linkedin-ads lead_form(_response)?s \w+$/, reason: 'Needs a permission that few LinkedIn apps have' },
  {
    actions: /^shopify metafields (create|delete)$/,
    reason: 'The entities of the owners of metafields have these actions',
  },
];

/** Systems whose `check()` sends a list without a parameter that the contract requires. */
export const uncheckable: readonly string[] = ['github', 'linkedin-ads'];

/** Entities of the contract for which the newest version of the SDK has no class. */
export const unknownEntities: readonly string[] = [
  'greenhouse scheduled_interviews',
  'greenhouse application_attachment',
  'greenhouse candidate_attachment',
];
