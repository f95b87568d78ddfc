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

type Outcome = 'hired' | 'offered' | 'declined' | 'interviewed' | 'refused' | 'prospect';

const outcomes: readonly Outcome[] = [
  'hired',
  'interviewed',
  'offered',
  'refused',
  'hired',
  'interviewed',
  'declined',
  'prospect',
];

/** What became of the application at a position. */
export const outcomeAt = (index: number): Outcome => outcomes[index % outcomes.length] as Outcome;

/** How many days ago the application at a position was made; what happened to it lies up to twelve days later. */
export const applicationAge = (index: number) => 14 + 5 * index;

/** Position of the job that an application is for: the newest jobs have most applications. */
export const jobOfApplication = (index: number) => [0, 1, 2, 0, 3, 1, 4, 0][index % 8] as number;

/** Position of the candidate's application that an interview was about: the nearest one that came so far. */
export const interviewedAt = (index: number) => (/refused|prospect/.test(outcomeAt(index)) ? index - 1 : index);

/** Position of the application an offer belongs to: every second one, the newest first. */
export const offeredAt = (index: number) => 2 * (index % 13);

const departments = ['Engineering', 'Sales', 'Marketing', 'People', 'Finance'];
const teams = ['Europe', 'North America', 'Asia Pacific', 'Latin America'];

/** Name of the department at a position, and the position of the one above it. */
export function departmentAt(index: number) {
  const own = departments[index % departments.length] as string;
  const team = Math.floor(index / departments.length) - 1;
  return team < 0
    ? { name: own, parent: undefined }
    : { name: `${own}, ${teams[team % teams.length]}`, parent: index % departments.length };
}

const titles = [
  ['Backend Engineer', 0],
  ['Account Executive', 1],
  ['Content Marketer', 2],
  ['Technical Recruiter', 3],
  ['Financial Controller', 4],
] as const;
const levels = ['Senior', 'Junior', 'Staff', 'Lead', 'Associate'];

/** Title and department of the job at a position. */
export function jobAt(index: number) {
  const [title, department] = titles[index % titles.length] as (typeof titles)[number];
  return { title: `${levels[Math.floor(index / titles.length) % levels.length]} ${title}`, department };
}

/** Places where the company has offices, and where candidates live. */
export const cities = [
  'New York, NY, United States',
  'Berlin, Germany',
  'Toronto, Canada',
  'London, United Kingdom',
  'Denver, CO, United States',
  'Madrid, Spain',
];

const regions = ['Americas', 'Europe'];

/** Name, location and the position of the one above of the office at a position. */
export function officeAt(index: number) {
  const region = regions[index];
  if (region !== undefined) return { name: region, location: undefined, parent: undefined };
  const city = (index - regions.length) % cities.length;
  const floor = Math.floor((index - regions.length) / cities.length);
  const location = cities[city] as string;
  const name = `${location.split(',', 1)[0]}${floor === 0 ? '' : `, ${['East', 'West', 'Harbour', 'Airport'][(floor - 1) % 4]}`}`;
  return { name, location, parent: city % 2 };
}
