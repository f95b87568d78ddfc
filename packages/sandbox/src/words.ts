// Generated names and texts. Their order decides what a seed gives.

const split = (text: string) => text.trim().split(/\s+/);
const lines = (text: string) => text.trim().split(/\n\s*/);

/** Given names. */
export const firstNames: readonly string[] = split(`
  Ada Amara Anders Bilal Carla Chen Daniel Elena Farah Felix Grace Hana Ibrahim Ines Jonas Keiko Lars
  Leila Maria Mateo Nadia Noah Olga Priya Rafael Sofia Tomas Uma Victor Yara
`);

/** Family names. */
export const lastNames: readonly string[] = split(`
  Abe Alvarez Becker Costa Diallo Eriksen Fischer Garcia Haddad Ito Jensen Kaur Larsen Moreau Nakamura
  Okafor Park Quinn Rossi Santos Tanaka Usman Vega Weber Xu Yilmaz Zhang
`);

/** First halves of company names. */
export const companyNames: readonly string[] = split(`
  Alder Bright Cedar Delta Ember Fjord Granite Harbor Iris Juniper Kestrel Lumen Meadow Nimbus Orchard
  Pioneer Quartz River Summit Tidal Umber Vertex Willow Zephyr
`);

/** Second halves of company names. */
export const companyKinds: readonly string[] = split(`
  Analytics Bakery Dynamics Foods Health Labs Logistics Mobility Partners Robotics Studios Systems
  Textiles Works
`);

/** Nouns. */
export const words: readonly string[] = split(`
  account answer archive balance branch budget calendar change checkout column contract dashboard
  delivery design device download draft export filter footer forecast guide header history import
  index invoice label language layout login market meeting message network number office order package
  partner password payment picture planning profile project quality quarter question release renewal
  report request review sample schedule search season service session shipping signup storage summary
  support survey system table template ticket training update upload version weekly window
`);

/** Words before the noun of a short name, such as `silver dashboard`, with which real names rarely begin. */
export const qualifiers: readonly string[] = split(`
  amber blue cedar coral eastern golden green ivory maple northern olive silver southern sunny violet
  western
`);

/** Cities with the code of their country. */
export const cities: readonly (readonly [city: string, country: string])[] = [
  ['Berlin', 'DE'],
  ['Lisbon', 'PT'],
  ['Lagos', 'NG'],
  ['Osaka', 'JP'],
  ['Toronto', 'CA'],
  ['Austin', 'US'],
  ['Denver', 'US'],
  ['Leeds', 'GB'],
  ['Lyon', 'FR'],
  ['Oslo', 'NO'],
  ['Pune', 'IN'],
  ['Quito', 'EC'],
];

/** Currency codes, the most frequent one first. */
export const currencies = ['usd', 'eur', 'gbp'] as const;

/** Titles of a task, ticket, change or page. */
export const headings: readonly string[] = lines(`
  Add the order number to the invoice
  Allow several recipients of a report
  Archive projects nobody has opened for a year
  Ask for the country before the address
  Check the totals of the October invoices
  Clean up old drafts every night
  Collect feedback from the first customers
  Decide on prices for next year
  Describe how to restore a backup
  Downloads stop after two minutes
  Explain the difference between trial and plan
  Export contacts with their notes
  Find out why mails arrive twice
  Fix the rounding of discounts
  Keep the filter when the page reloads
  Let managers approve orders on the phone
  Line breaks are lost in comments
  Log in again after the password has changed
  Make the search ignore accents
  Merge customers with the same address
  Move the price list to the new catalog
  Name the person on call in the report
  New layout of the order form
  Orders without a delivery date
  Plan the training of the support team
  Prepare the launch in Portugal
  Print labels for returned parcels
  Remind customers of open invoices
  Rename the old warehouse everywhere
  Reports are empty on the first of the month
  Review access rights of former partners
  Send a receipt after each payment
  Show delivery times in local time
  Show who changed a price, and when
  Shorten the questions at sign-up
  Stop counting cancelled orders
  Test the import with the largest file
  Translate the help pages into French
  Two buttons do the same thing
  Update the terms for annual contracts
  Upload of pictures fails on slow lines
  Warn before a contract renews
`);

/** Descriptions. */
export const sentences: readonly string[] = lines(`
  A customer in Lisbon reported it this morning, and two others confirmed it.
  All the figures come from the same table, so they should agree.
  Before that, we need an answer from the legal team.
  Everything works again after the page is reloaded.
  I could repeat it with an empty cart, but not with a full one.
  It happens only when the list has more than a hundred entries.
  It takes about ten minutes, most of which is waiting.
  Maya has looked at it and agrees with the approach.
  Most people expect to find this under the settings of their account.
  No data was lost, and nobody had to enter anything again.
  Our partners have asked for this since last spring.
  Please let me know by Friday if you see a reason against it.
  Sales would like to show it at the trade fair in November.
  The change is small, but it touches every invoice.
  The contract allows thirty days, and we are at twenty-one.
  The first version covers Germany and France; other countries follow in March.
  The log shows three attempts within the same second.
  The new wording is shorter and says what to do next.
  The numbers of October are complete, those of November are estimates.
  The old page stays available until the end of the quarter.
  The supplier confirmed delivery for the second week of the month.
  The team tested it with twelve orders from last week.
  There is a workaround: export the list and sort it in the spreadsheet.
  They prefer a call in the afternoon, since they start at noon.
  This has been on our list since the move to the new warehouse.
  This replaces the form we used to send by mail.
  Two of the five offices have switched already.
  We agreed to try it with one team first and to talk about it again in two weeks.
  We should say so in the help pages as well.
  When nothing is selected, the button does nothing and says nothing.
  With the discount the order is slightly above the limit.
  You find the details in the attached sheet.
`);
