import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { departmentShape, departments } from '../src/entities/departments.ts';
import { officeShape, offices } from '../src/entities/offices.ts';
import { sources } from '../src/entities/sources.ts';
import { userShape, users } from '../src/entities/users.ts';
import { end } from '../src/lists.ts';
import type { Reshaping } from '../src/reshaping.ts';

// Ids of Greenhouse grow with time, and its lists begin with the newest record.
const ids = (newest: number, step: number) => (index: number) => newest - index * step;

export const candidateId = ids(57_683_957, 137);

export const applicationId = ids(69_306_314, 211);

export const jobId = ids(149_995, 83);

export const jobPostId = ids(412_771, 59);

export const openingId = ids(2_586_842, 61);

export const departmentId = ids(25_931, 1);

const officeId = ids(47_036, 1);

const userId = ids(92_120, 31);

const sourceId = ids(632, 4);

// The element at a position of a list that begins anew at its end.
const at = <T>(values: readonly T[], index: number) => values[index % values.length] as T;

const outcomes = [
  'hired',
  'interviewed',
  'offered',
  'refused',
  'hired',
  'interviewed',
  'declined',
  'prospect',
] as const;

/** What became of the application at a position. */
export const outcomeAt = (index: number) => at(outcomes, index);

/** How many days ago the application at a position was made; its events follow within twelve days. */
export const applicationAge = (index: number) => 14 + 5 * index;

/** Position of the job that an application is for: the newest jobs have most applications. */
export const jobOfApplication = (index: number) => at([0, 1, 2, 0, 3, 1, 4, 0], index);

/** Position of the application an interview is about: one that came so far. */
export const interviewedAt = (index: number) => (/refused|prospect/.test(outcomeAt(index)) ? index - 1 : index);

/** Position of the application an offer belongs to: every second one came so far. */
export const offeredAt = (index: number) => 2 * (index % 13);

const departmentLines = ['Engineering', 'Sales', 'Marketing', 'People', 'Finance'];

const titles = ['Backend Engineer', 'Account Executive', 'Content Marketer', 'Recruiter', 'Financial Controller'];

/** Title of the job at a position, and the position of its department. */
export const jobAt = (index: number) => ({
  title: `${at(['Senior', 'Junior', 'Staff', 'Lead', 'Associate'], Math.floor(index / 5))} ${at(titles, index)}`,
  department: index % 5,
});

const areas = ['Europe', 'North America', 'Asia Pacific', 'Latin America'];

/** Name of the department at a position, and the position of the one above it. */
const departmentAt = (index: number) =>
  index < 5
    ? { name: at(departmentLines, index), parent: undefined }
    : { name: `${at(departmentLines, index)}, ${at(areas, Math.floor(index / 5) - 1)}`, parent: index % 5 };

/** Places where the company has offices, and where candidates live. */
export const cities = ['New York, NY, United States', 'Berlin, Germany', 'Toronto, Canada', 'London, United Kingdom'];

/** Name, location and the position of the one above of the office at a position. */
function officeAt(index: number) {
  if (index < 2) return { name: at(['Americas', 'Europe'], index), location: null, parent: null };
  const location = at(cities, index - 2);
  const building = ['Centre', 'East', 'West', 'Harbour', 'Airport', 'Park'][
    Math.floor((index - 2) / cities.length) % 6
  ];
  return { name: `${location.split(',', 1)[0]} ${building}`, location, parent: index % 2 };
}

const strategies = [
  ['Third-party boards', 'Indeed', 'Glassdoor', 'Monster', 'Stepstone', 'Welcome to the Jungle'],
  ['Social media', 'LinkedIn (Ad)', 'Facebook', 'Instagram', 'X', 'Xing'],
  ['Referral', 'Referral', 'Alumni', 'Board member', 'Customer', 'Partner'],
  ['Agencies', 'Hays', 'Michael Page', 'Randstad', 'Robert Half', 'Adecco'],
  ['Prospecting', 'LinkedIn (Prospecting)', 'GitHub', 'Internet search', 'Silver medalist', 'Talent pool'],
] as const;

/** Name and sourcing strategy of the source at a position. */
function sourceAt(index: number) {
  const [strategy, ...names] = at(strategies, index);
  return { name: at(names, Math.floor(index / strategies.length)), type: { id: 1 + (index % 5), name: strategy } };
}

/** Whether a simulated row of Harvest is within the requested periods. */
function isWithin(row: RawValue, params: RawValue): boolean {
  return Object.entries<string>(params).every(([name, value]) => {
    const [, subject, side] = end.exec(name) ?? [];
    if (subject === undefined || value === undefined) return true;
    // The simulated vendor reads a filter with two ends as one text.
    const [first, , last] = String(value).split('|').map(Date.parse);
    const at = Date.parse(row[`${subject}_at`]);
    if (side === 'before') return at < Number(first);
    return at >= Number(first) && (last === undefined || at < last);
  });
}

/** How the simulated vendor lists; `passes` decides about the filters of a row that are not about time. */
export const simulatedList = (
  shape?: Reshaping,
  passes: (row: RawValue, params: RawValue) => boolean = () => true,
) => ({
  ...(shape && { toRow: shape.toRow }),
  matches: (record: RawValue, given: RawValue) => {
    const row = shape === undefined ? record : shape.toRow(record);
    return passes(row, given) && isWithin(row, given);
  },
});

/** How the simulated vendor finds one record in its list. */
export const simulatedGet = ({ toRow }: Reshaping) => ({ toRow, isMeant: ({ id }: RawValue) => id !== undefined });

export const simulatedCompany = [
  simulate(departments, {
    sample: ({ index, time }) => {
      const { name, parent } = departmentAt(index);
      return departmentShape.toRecord({
        id: departmentId(index),
        name,
        parent_id: parent === undefined ? null : departmentId(parent),
        external_id: `D-${100 + index}`,
        created_at: time(900),
        updated_at: time(400),
      });
    },
    actions: {
      list: simulatedList(departmentShape),
      get: simulatedGet(departmentShape),
    },
  }),
  simulate(offices, {
    sample: (source) => {
      const { name, location, parent } = officeAt(source.index);
      return officeShape.toRecord({
        id: officeId(source.index),
        name,
        location,
        primary_in_house_contact_user_id: source.of('users'),
        parent_id: parent === null ? null : officeId(parent),
        external_id: `O-${200 + source.index}`,
        created_at: source.time(900),
        updated_at: source.time(400),
      });
    },
    actions: {
      list: simulatedList(officeShape),
      get: simulatedGet(officeShape),
    },
  }),
  simulate(sources, {
    sample: ({ index, time }) => ({
      id: sourceId(index),
      ...sourceAt(index),
      created_at: time(900),
      updated_at: time(700),
    }),
    actions: {
      list: simulatedList(),
    },
  }),
  simulate(users, {
    sample: (source) => {
      const { first, last, email } = source.person();
      return userShape.toRecord({
        id: userId(source.index),
        name: `${first} ${last}`,
        first_name: first,
        last_name: last,
        primary_email: email,
        created_at: source.time(420 + 17 * source.index),
        updated_at: source.time(source.integer(3, 300)),
        deactivated: source.index % 9 === 8,
        site_admin: source.index % 12 === 0,
        emails: [email],
        employee_id: String(4_100 + source.index),
        linked_candidate_ids: [],
        office_ids: [source.of('offices')],
        department_ids: [source.of('departments')],
        job_title: source.pick(['Recruiter', 'Hiring manager', 'Recruiting coordinator']),
      });
    },
    actions: {
      list: simulatedList(userShape),
      get: simulatedGet(userShape),
    },
  }),
];
