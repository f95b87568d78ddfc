// The simulated company: what the samples of several entities must agree on, each fact by the position of a record.

// Ids of Greenhouse grow with time, and its lists begin with the newest record.
const ids = (newest: number, step: number) => (index: number) => newest - index * step;

export const candidateId = ids(57_683_957, 137);
export const applicationId = ids(69_306_314, 211);
export const jobId = ids(149_995, 83);
export const jobPostId = ids(412_771, 59);
export const openingId = ids(2_586_842, 61);
export const departmentId = ids(25_931, 1);
export const officeId = ids(47_036, 1);
export const userId = ids(92_120, 31);
export const sourceId = ids(632, 4);

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

/** Custom fields of a record: a single one. */
export const selected = (name: string, value: string) => ({
  [name.toLowerCase().replaceAll(' ', '_')]: { name, type: 'single_select', value },
});

const departments = ['Engineering', 'Sales', 'Marketing', 'People', 'Finance'];
const titles = ['Backend Engineer', 'Account Executive', 'Content Marketer', 'Recruiter', 'Financial Controller'];

/** Title of the job at a position, and the position of its department. */
export const jobAt = (index: number) => ({
  title: `${at(['Senior', 'Junior', 'Staff', 'Lead', 'Associate'], Math.floor(index / 5))} ${at(titles, index)}`,
  department: index % 5,
});

const areas = ['Europe', 'North America', 'Asia Pacific', 'Latin America'];

/** Name of the department at a position, and the position of the one above it. */
export const departmentAt = (index: number) =>
  index < 5
    ? { name: at(departments, index), parent: undefined }
    : { name: `${at(departments, index)}, ${at(areas, Math.floor(index / 5) - 1)}`, parent: index % 5 };

/** Places where the company has offices, and where candidates live. */
export const cities = ['New York, NY, United States', 'Berlin, Germany', 'Toronto, Canada', 'London, United Kingdom'];

/** Name, location and the position of the one above of the office at a position. */
export function officeAt(index: number) {
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
export function sourceAt(index: number) {
  const [strategy, ...names] = at(strategies, index);
  return { name: at(names, Math.floor(index / strategies.length)), type: { id: 1 + (index % 5), name: strategy } };
}
