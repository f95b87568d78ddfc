/** The properties of the simulated user, each with the address of its site. The first one has search analytics. */
export const sampleProperties = [
  {
    siteUrl: 'sc-domain:northtrail.example',
    permissionLevel: 'siteOwner',
    address: 'https://www.northtrail.example/',
  },
  {
    siteUrl: 'https://harborbooks.example/',
    permissionLevel: 'siteFullUser',
    address: 'https://harborbooks.example/',
  },
  {
    siteUrl: 'https://www.lindenbakery.example/',
    permissionLevel: 'siteOwner',
    address: 'https://www.lindenbakery.example/',
  },
  {
    siteUrl: 'sc-domain:casaverde.example',
    permissionLevel: 'siteFullUser',
    address: 'https://casaverde.example/',
  },
  {
    siteUrl: 'https://shop.brightlamp.example/',
    permissionLevel: 'siteRestrictedUser',
    address: 'https://shop.brightlamp.example/',
  },
  {
    siteUrl: 'http://old-museum.example/',
    permissionLevel: 'siteUnverifiedUser',
    address: 'http://old-museum.example/',
  },
] as const;

/** Where the site of a sample property is. */
export const addressOf = (siteUrl: string) => sampleProperties.find((known) => known.siteUrl === siteUrl)?.address;
