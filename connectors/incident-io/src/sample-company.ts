/**
 * The organization of the samples: a grocer that delivers. Everything follows from positions, so that incidents, alerts, escalations
 * and updates are about the same people, teams and days.
 */

/** Texts that are separated by commas. */
export const list = (texts: string) => texts.split(',');

const people = list(
  `Aisha Bello,Ben Carter,Chiara Conti,Dmitri Volkov,Elif Demir,Freya Lund,Gabriel Santos,Hina Sato,Ines Moreau,Jack Murphy,Kavya Nair,Leon Weber,Mei Chen,Noor Haddad,Oskar Nowak,Priya Shah,Quinn Taylor,Rosa Jimenez,Samir Aziz,Tessa Visser,Uma Reddy,Viktor Kraus,Wendy Adams,Yusuf Kaya,Zoe Martin`,
);
const teamNames = list(
  `Checkout,Search,Payments,Delivery Planning,Warehouse,Mobile Apps,Identity,Notifications,Product Data,Coupons,Customer Support Tools,Data Platform,Infrastructure,Observability,Security,Pricing,Supplier Portal,Driver App,Substitutions,Cold Chain,Finance Systems,Growth,Website,Internal IT,Quality Assurance`,
);

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the entry at a position of a list that repeats after its end. */
export const entry = <Entry>(entries: readonly Entry[], index: number) => entries[index % entries.length] as Entry;

/** The ULID of the sample record of a kind at a position. */
export function idAt(kind: string, index: number): string {
  let state = [...kind].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), index * 9_973);
  const digits = Array.from({ length: 22 }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return alphabet[state >>> 27];
  });
  return `01JQ${digits.join('')}`;
}

/** The time this many days before the date of the samples. */
export const daysAgo = (days: number) =>
  new Date(Date.UTC(2026, 10, 1) - Math.round(days * 86_400) * 1000).toISOString();

/** When the settings of the organization were made and last changed. */
export const settled = { created_at: daysAgo(612.4), updated_at: daysAgo(133.6) };

/** The user at a position; the first one owns the organization. */
export function personAt(index: number) {
  const name = entry(people, index);
  const namesakes = Math.floor(index / people.length) || '';
  return {
    id: idAt('users', index),
    name,
    email: `${name.toLowerCase().replace(' ', '.')}${namesakes}@example.com`,
    role: index === 0 ? 'owner' : index < 4 ? 'administrator' : 'responder',
    slack_user_id: `U${idAt('slack', index).slice(-10)}`,
  };
}

/** The team at a position, and its members. */
export const teamAt = (index: number) => ({
  id: idAt('teams', index),
  name: entry(teamNames, index),
  members: [0, 7, 12].map((step) => personAt((index + step) % people.length)),
});

/** The line at a position; after the last line, one for each team. */
export const lineOrTeam = <Line>(lines: readonly Line[], index: number, ofTeam: (team: string) => Line): Line =>
  lines[index] ?? ofTeam(teamAt(index - lines.length).name);
