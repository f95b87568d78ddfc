import { simulate } from '@connectory/sandbox';
import { schedules } from '../src/entities/schedules.ts';
import { teams } from '../src/entities/teams.ts';
import { users } from '../src/entities/users.ts';
import { idAt } from '../src/sample-company.ts';

/** Texts that are separated by commas. */
export const list = (texts: string) => texts.split(',');

const people = list(
  `Aisha Bello,Ben Carter,Chiara Conti,Dmitri Volkov,Elif Demir,Freya Lund,Gabriel Santos,Hina Sato,Ines Moreau,Jack Murphy,Kavya Nair,Leon Weber,Mei Chen,Noor Haddad,Oskar Nowak,Priya Shah,Quinn Taylor,Rosa Jimenez,Samir Aziz,Tessa Visser,Uma Reddy,Viktor Kraus,Wendy Adams,Yusuf Kaya,Zoe Martin`,
);

const teamNames = list(
  `Checkout,Search,Payments,Delivery Planning,Warehouse,Mobile Apps,Identity,Notifications,Product Data,Coupons,Customer Support Tools,Data Platform,Infrastructure,Observability,Security,Pricing,Supplier Portal,Driver App,Substitutions,Cold Chain,Finance Systems,Growth,Website,Internal IT,Quality Assurance`,
);

/** Returns the entry at a position of a list that repeats after its end. */
export const entry = <Entry>(entries: readonly Entry[], index: number) => entries[index % entries.length] as Entry;

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

const role = (name: string, description: string) => ({
  id: idAt(name, 0),
  name,
  slug: name.toLowerCase(),
  description,
});

const handovers = [{ interval: 1, interval_type: 'weekly' }];

const weekly = { name: 'Weekly', handover_start_at: daysAgo(34.625), handovers, working_intervals: [] };

const thisWeek = { start_at: daysAgo(6.625), end_at: daysAgo(-0.375) };

export const simulatedCompany = [
  simulate(users, {
    sample: ({ index }) => ({
      ...personAt(index),
      base_role: index < 4 ? role('Admin', 'Manages settings and people') : role('Responder', 'Works on incidents'),
      custom_roles: index % 5 === 4 ? [role('Scheduler', 'Manages on-call schedules')] : [],
      is_active: true,
      seats: { on_call: index % 3 === 2 ? 'none' : 'full_access', response: 'full_access' },
    }),
  }),
  simulate(teams, {
    sample: ({ index }) => {
      const { members, ...team } = teamAt(index);
      return {
        ...team,
        members: members.map(({ role, ...member }) => member),
        catalog_entry: { id: idAt('catalog_entries', index), name: team.name },
      };
    },
  }),
  simulate(schedules, {
    sample: ({ index }) => {
      const { id: team, name, members } = teamAt(index);
      const rotation = idAt('rotations', index);
      const layer = idAt('layers', index);
      const fingerprint = `${rotation}-${layer}-5`;
      return {
        id: idAt('schedules', index),
        name: `${name} on call`,
        permalink: `https://app.incident.io/grocer/on-call/schedules/${idAt('schedules', index)}`,
        timezone: 'Europe/Berlin',
        ...settled,
        annotations: { managed_by: 'dashboard' },
        config: {
          rotations: [{ id: rotation, ...weekly, layers: [{ id: layer, name: 'Primary' }], users: members }],
        },
        team_ids: [team],
        holidays_public_config: { country_codes: ['DE'] },
        current_shifts: [{ rotation_id: rotation, layer_id: layer, fingerprint, ...thisWeek, user: members[0] }],
      };
    },
  }),
];
