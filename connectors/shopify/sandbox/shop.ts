import { customerAt, simulate } from '@connectory/sandbox';
import type { z } from 'zod';
import { countries } from '../src/entities/countries.ts';
import { Location, locations } from '../src/entities/locations.ts';
import { Shop, shop } from '../src/entities/shop.ts';
import { idAt, productLines, series, timeAgo } from '../src/sample-shop.ts';

/** The id under which the GraphQL API knows a record. */
export const globalId = (type: string, id: number) => `gid://shopify/${type}/${id}`;

/** What the shop is called, and where it is. */
export const shopOfSamples = {
  id: 68_204_331_277,
  name: 'Saguaro Supply Co.',
  subdomain: 'saguaro-supply',
  domain: 'www.saguaro-supply.example',
  currency: 'USD',
  owner: 'Marisol Vega',
} as const;

/** The member of staff who works on orders. */
export const staffId = 92_406_120_717;

/** The app that takes orders in the online shop. */
export const onlineStoreApp = 580_111;

/** The sample customer at a position, with the address parcels go to. */
export function personAt(index: number) {
  const { first, last, name, email, phone, address } = customerAt(index);
  return {
    first_name: first,
    last_name: last,
    name,
    email,
    phone,
    place: {
      address1: address.street,
      address2: null,
      city: address.city,
      province: address.state,
      country: 'United States',
      zip: address.postalCode,
      province_code: address.stateCode,
      country_code: 'US',
    },
  };
}

/** Cents as Shopify writes money. */
export const dollars = (cents: number) => (cents / 100).toFixed(2);

/** The places of the shop by position: name, street, city, postal code, telephone. */
export const locationLines = [
  ['Warehouse', '418 West Farmer Avenue', 'Tempe', '85281', '+16025550140'],
  ['Shop on Roosevelt Row', '27 East Roosevelt Street', 'Phoenix', '85004', '+16025550141'],
  ['Market stall', '3000 East Ray Road', 'Gilbert', '85296', '+16025550142'],
] as const;

/** Id of the location a sample article is kept at: most are in the warehouse. */
export const locationIdAt = (index: number) => idAt(series.location, [0, 0, 1, 0, 2][index % 5] ?? 0);

/** Kinds of products, each with a collection that gathers them. */
export const productTypes = [...new Set(productLines.map(([, type]) => type))];

/** Titles of the custom collections. */
export const customCollectionTitles = [
  'Gifts under $50',
  'First night out',
  'For the porch',
  'Made in Arizona',
] as const;

/** Id of a record that somebody has written, where samples repeat their ids; the same for the same parameters. */
export function writtenId(range: number, written: object) {
  const letters = [...JSON.stringify(written)];
  return idAt(range, 1_000 + letters.reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 7));
}

/** A sample in which every field of a record is null, for what a sample does not mention. */
export const nothingOf = (record: z.ZodObject): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.keys(record.shape).map((name) => [name, null]));

const countryLines = [
  [
    'United States',
    'US',
    'Federal Tax',
    0,
    [
      ['Arizona', 'AZ', 0.056],
      ['California', 'CA', 0.0725],
      ['Oregon', 'OR', 0],
    ],
  ],
  [
    'Canada',
    'CA',
    'GST',
    0.05,
    [
      ['British Columbia', 'BC', 0.07],
      ['Ontario', 'ON', 0.08],
      ['Quebec', 'QC', 0.09975],
    ],
  ],
  [
    'Mexico',
    'MX',
    'VAT',
    0.16,
    [
      ['Ciudad de México', 'DF', 0],
      ['Sonora', 'SON', 0],
    ],
  ],
  ['Germany', 'DE', 'VAT', 0.19, []],
  ['United Kingdom', 'GB', 'VAT', 0.2, []],
] as const;

export const simulatedShop = [
  simulate(shop, {
    sample: () => {
      const [, address1, city, zip, phone] = locationLines[0];
      const { id, name, subdomain, domain, currency, owner } = shopOfSamples;
      const email = 'hello@saguaro-supply.example';
      return {
        ...nothingOf(Shop),
        id,
        name,
        email,
        customer_email: email,
        domain,
        myshopify_domain: `${subdomain}.myshopify.com`,
        shop_owner: owner,
        address1,
        city,
        zip,
        phone,
        province: 'Arizona',
        province_code: 'AZ',
        country: 'US',
        country_code: 'US',
        country_name: 'United States',
        latitude: 33.4264,
        longitude: -111.9463,
        primary_locale: 'en',
        created_at: timeAgo(1_460),
        updated_at: timeAgo(3),
        currency,
        enabled_presentment_currencies: [currency],
        timezone: '(GMT-07:00) America/Phoenix',
        iana_timezone: 'America/Phoenix',
        money_format: '\u0024{{amount}}',
        money_with_currency_format: '\u0024{{amount}} USD',
        money_in_emails_format: '\u0024{{amount}}',
        money_with_currency_in_emails_format: '\u0024{{amount}} USD',
        weight_unit: 'kg',
        taxes_included: false,
        tax_shipping: false,
        county_taxes: true,
        plan_display_name: 'Shopify',
        plan_name: 'professional',
        has_discounts: true,
        has_gift_cards: false,
        eligible_for_payments: true,
        requires_extra_payments_agreement: false,
        password_enabled: false,
        has_storefront: true,
        finances: true,
        primary_location_id: idAt(series.location, 0),
        checkout_api_supported: true,
        multi_location_enabled: true,
        setup_required: false,
        pre_launch_enabled: false,
        transactional_sms_disabled: false,
        marketing_sms_consent_enabled_at_checkout: false,
      };
    },
  }),
  simulate(locations, {
    sample: ({ index }) => {
      const position = index % locationLines.length;
      const [name, address1, city, zip, phone] = locationLines[position] ?? locationLines[0];
      const id = idAt(series.location, position);
      return {
        ...nothingOf(Location),
        id,
        name,
        address1,
        city,
        zip,
        province: 'Arizona',
        country: 'US',
        phone,
        created_at: timeAgo(900 - position * 210),
        updated_at: timeAgo(30 + position),
        country_code: 'US',
        country_name: 'United States',
        province_code: 'AZ',
        legacy: false,
        active: true,
        admin_graphql_api_id: globalId('Location', id),
        localized_country_name: 'United States',
        localized_province_name: 'Arizona',
      };
    },
  }),
  simulate(countries, {
    sample: ({ index }) => {
      const position = index % countryLines.length;
      const [name, code, tax_name, tax, provinces] = countryLines[position] ?? countryLines[0];
      const id = idAt(series.country, position);
      return {
        id,
        name,
        code,
        tax_name,
        tax,
        provinces: provinces.map(([province, provinceCode, rate], place) => ({
          id: idAt(series.province, position * 10 + place),
          country_id: id,
          name: province,
          code: provinceCode,
          tax_name: null,
          tax_type: null,
          shipping_zone_id: null,
          tax: rate,
          tax_percentage: rate * 100,
        })),
      };
    },
  }),
];
