import { type SampleSource, simulate, stories } from '@connectory/sandbox';
import type { z } from 'zod';
import { audit } from '../src/entities/audit.ts';
import { blogPosts } from '../src/entities/blog-posts.ts';
import { groups } from '../src/entities/groups.ts';
import { pages } from '../src/entities/pages.ts';
import { spaces } from '../src/entities/spaces.ts';
import type { Content, changedContent, newContent, pageList } from '../src/records/content.ts';
import type { NewBody } from '../src/shared.ts';

const teams = [
  ['ENG', 'Engineering', 'How we build, test and run the product'],
  ['PEO', 'People', 'Onboarding, benefits and time off'],
  ['SUP', 'Customer Support', 'Answers, escalations and hours of the support team'],
  ['MKT', 'Marketing', 'Campaigns, events and brand'],
  ['FIN', 'Finance', 'Budgets, purchasing and audits'],
] as const;

const reportOf = (story: number) => {
  const { title = '', text = '' } = stories[story]?.report ?? {};
  return [title, text] as const;
};

// Four for each team, in the order of the teams.
const topics = [
  ['On-call handbook', 'The week begins on Monday at 10:00. Acknowledge an alert within ten minutes.'],
  ['Release checklist', 'Freeze on Thursday, release on Tuesday. The release manager signs off the notes.'],
  ['Architecture overview', 'Requests pass the gateway, then one of four services. Each service owns its data.'],
  reportOf(2),
  ['First week', 'Laptop and badge are at the front desk. Your buddy shows you around on the first day.'],
  ['Time off', 'Thirty days a year. Enter them in the calendar two weeks ahead, and tell your team.'],
  ['Travel expenses', 'Hand in receipts by the 25th. Trains are first choice for trips under five hours.'],
  ['Parental leave', 'Up to 26 weeks at full pay. Talk to the people team as soon as you can.'],
  [
    'Escalation path',
    'Severity 1 goes to the engineer on call at once, everything else to the daily triage. Nobody can log in, or nobody can pay: that is severity 1. One customer is affected: triage, with the number of the ticket, the order or the invoice.',
  ],
  [
    'Refund policy',
    'Refunds up to 200 USD need no approval within thirty days of the invoice. Duplicate charges are always refunded in full, the later one first. For a parcel that is late, wait until the carrier has searched for it; then the customer chooses between a replacement and the money. Never refund what the customer disputes with the bank before the dispute is withdrawn.',
  ],
  ['Reply templates', 'Short, friendly, one question at a time. Never promise a date for a fix.'],
  ['Holiday coverage', 'Two people cover each holiday. The plan for December is fixed in October.'],
  ['Brand guide', 'The logo needs a margin of its own height. Headlines are in sentence case.'],
  ['Website relaunch', 'The new pricing page and the case studies go live on 16 November.'],
  ['Event calendar', 'Partner day in March, user conference in June, trade fair in September.'],
  ['Press contacts', 'Questions of journalists go to the press desk, also those asked in private.'],
  ['Purchasing', 'Orders above 5,000 EUR need two offers and the approval of the head of the team.'],
  ['Budget 2027', 'Teams hand in their plans by 15 November. Headcount is planned by quarter.'],
  reportOf(1),
  ['Audit 2025', 'The report is final. Two findings on access reviews, both closed.'],
] as const;

// One a month by each team.
const news = [
  ['What we shipped', 'Faster search, a calmer inbox and 43 fixes. Thanks to everybody who tested.'],
  ['Welcome aboard', 'Four colleagues joined us this month. Say hello when you see them.'],
  ['Support in numbers', '92% of customers were satisfied. The first answer took 38 minutes on average.'],
  ['Seen by customers', 'Two case studies and a webinar with 240 guests. All recordings are online.'],
  ['Numbers of the month', 'Revenue is 3% above plan, travel costs are 8% below it.'],
] as const;

const months = 'January February March April May June July August September October November December'.split(' ');

const at = <Line>(lines: readonly Line[], index: number) => lines[index % lines.length] as Line;

/** Account id of the person at a position. */
export const account = (index: number) => `712020:3c1f9a52-7d04-4b8e-9e61-${240_517_330_114 + index * 48_611_527}`;

const spaceId = (index: number) => String(98_306 + index * 32_768);

/** Id of the page at a position. */
export const pageId = (index: number) => String(1_409_087 + index * 4_211);

/** A time some days ago, as Confluence writes it. */
export const moment = (source: SampleSource, days: number) =>
  source.time(days).replace('Z', `.${source.integer(100, 999)}Z`);

/** A sample space: those of the teams, then those of people. */
function sampleSpace(source: SampleSource) {
  const { index } = source;
  const { first, last } = source.person();
  const [teamKey, teamName, about] = at(teams, index);
  const owner = account(index);
  const isPersonal = index >= teams.length;
  const key = isPersonal ? `~${owner.replace(/[:-]/g, '')}` : teamKey;
  return {
    id: spaceId(index),
    key,
    name: isPersonal ? `${first} ${last}` : teamName,
    type: isPersonal ? 'personal' : 'global',
    status: index % 12 === 11 ? 'archived' : 'current',
    authorId: owner,
    createdAt: moment(source, 1_300 - (index % 1_000)),
    homepageId: isPersonal ? undefined : pageId(index * 5),
    spaceOwnerId: owner,
    currentActiveAlias: key,
    description: { plain: { value: isPersonal ? '' : about, representation: 'plain' }, view: undefined },
    icon: { path: `/wiki/aa-avatar/${owner}`, apiDownloadLink: undefined },
    _links: { webui: `/spaces/${key}`, base: undefined },
  };
}

/** A sample page: for each team its home page, then four pages below it. */
function samplePage(source: SampleSource) {
  const { index } = source;
  const team = Math.floor(index / 5) % teams.length;
  const position = index % 5;
  const [, name, about] = at(teams, team);
  const [title, text] = position === 0 ? ([`${name} home`, about] as const) : at(topics, team * 4 + position - 1);
  const content = sampleContent(source, pageId(index), team, text, 400 - (index % 100) * 4);
  return {
    ...content,
    ...named(content.id, team, 'pages', index < 25 ? title : `${title} (${index})`),
    status: index % 25 === 14 ? 'trashed' : index % 25 === 24 ? 'archived' : 'current',
    parentId: position === 0 ? null : pageId(index - position),
    parentType: position === 0 ? null : 'page',
    position,
    ownerId: content.authorId,
    lastOwnerId: null,
  };
}

/** A sample blog post: one a month by each team, the newest first. */
function sampleBlogPost(source: SampleSource) {
  const { index } = source;
  const team = index % teams.length;
  const [subject, text] = at(news, team);
  const content = sampleContent(source, pageId(100_000 + index), team, text, Math.floor(index / 5) * 30 + team + 5);
  const [year = '', month = '', day = ''] = content.createdAt.slice(0, 10).split('-');
  return {
    ...content,
    ...named(content.id, team, `blog/${year}/${month}/${day}`, `${subject}: ${months[Number(month) - 1]} ${year}`),
    status: index % 25 === 24 ? 'trashed' : 'current',
  };
}

function sampleContent(source: SampleSource, id: string, team: number, text: string, daysAgo: number) {
  const [author, editor] = [account(source.integer(0, 24)), account(source.integer(0, 24))];
  return {
    id,
    spaceId: spaceId(team),
    authorId: author,
    createdAt: moment(source, daysAgo),
    version: {
      number: source.integer(2, 6),
      createdAt: moment(source, source.integer(0, daysAgo - 1)),
      message: source.pick(['', 'Corrected after review']),
      minorEdit: source.pick([true, false]),
      authorId: editor,
      ncsStepVersion: null,
    },
    body: { storage: { value: `<p>${text}</p>`, representation: 'storage' }, atlas_doc_format: undefined },
  };
}

function named(id: string, team: number, place: string, title: string) {
  const space = `/spaces/${at(teams, team)[0]}`;
  const _links = {
    webui: `${space}/${place}/${id}/${encodeURIComponent(title).replaceAll('%20', '+')}`,
    editui: `/pages/resumedraft.action?draftId=${id}`,
    edituiv2: `${space}/pages/edit-v2/${id}`,
    tinyui: `/x/${Buffer.from(Uint32Array.of(Number(id)).buffer)
      .toString('base64url')
      .replace(/A+$/, '')}`,
    base: undefined,
  };
  return { title, _links };
}

type Listing = Omit<z.output<typeof pageList>, 'sort'>;

/** What lists of the simulated vendor return: records in the `usual` states unless others are requested. */
const simulatedList = (usual: readonly string[]) => ({
  matches: (record: z.output<typeof Content>, { status = [], title, 'space-id': spaces }: Listing) =>
    (status.length > 0 ? status : usual).some((state) => state === record.status) &&
    (title === undefined || title === record.title) &&
    (spaces?.includes(Number(record.spaceId)) ?? true),
});

/** The version of what was just created. */
export const firstVersion = (createdAt: string) => ({
  number: 1,
  createdAt,
  message: '',
  minorEdit: false,
  ncsStepVersion: null,
});

/** A text that was written, as reads return it: wiki markup becomes the storage format. */
export const textIn = ({ representation, value }: z.output<typeof NewBody>) =>
  representation === 'atlas_doc_format'
    ? { storage: null, atlas_doc_format: { representation, value } }
    : { storage: { representation: 'storage', value }, atlas_doc_format: null };

const created = ({ spaceId: space, title, status, body }: z.output<typeof newContent>) => ({
  spaceId: space,
  title,
  status,
  version: { number: 1, message: '' },
  body: textIn(body),
});

const changed = ({ title, status, body, version }: z.output<typeof changedContent>) => ({
  title,
  status,
  version: { message: '', ...version },
  body: textIn(body),
});

const below = (parentId: string | undefined) => (parentId === undefined ? {} : { parentId, parentType: 'page' });

export const simulatedSite = [
  simulate(pages, {
    sample: samplePage,
    actions: {
      list: simulatedList(['current', 'archived']),
      create: {
        values: ({ parentId, 'root-level': isAtTop, ...page }) => ({
          ...created(page),
          ...(isAtTop ? { parentId: null, parentType: null } : below(parentId)),
        }),
      },
      update: { values: ({ parentId, ownerId, ...page }) => ({ ...changed(page), ...below(parentId), ownerId }) },
    },
  }),
  simulate(blogPosts, {
    sample: sampleBlogPost,
    actions: {
      list: simulatedList(['current']),
      create: { values: created },
      update: { values: changed },
    },
  }),
  simulate(spaces, {
    sample: sampleSpace,
    actions: {
      list: { fields: { keys: 'key' } },
      create: {
        values: ({ name, key, description: value = '' }) => ({
          name,
          key,
          currentActiveAlias: key,
          type: 'global',
          status: 'current',
          description: { plain: { value, representation: 'plain' } },
          _links: { webui: `/spaces/${key}` },
        }),
      },
    },
  }),
  simulate(groups, {
    sample: ({ index }) => {
      const [key, name] = at(teams, index);
      return {
        id: `4c1d7e52-9a3b-4f06-8d21-${String(700_000_000_000 + index)}`,
        name:
          index < teams.length
            ? `confluence-${name.toLowerCase().replaceAll(' ', '-')}`
            : `${key.toLowerCase()}-${index}`,
        type: 'group',
        usageType: 'USERBASE_GROUP',
        managedBy: 'ADMINS',
      };
    },
  }),
  simulate(audit, {
    sample: (source) => ({
      author: { type: 'user', accountId: account(source.index % 25), displayName: source.person().first },
      creationDate: source.epoch(source.index * 2) * 1000,
      summary: source.pick(['Space permission added', 'Page restriction removed', 'User added to group']),
      category: 'Permissions',
      sysAdmin: false,
      superAdmin: false,
      affectedObject: { name: 'Handbook', objectType: 'Space' },
      associatedObjects: [],
      changedValues: [],
    }),
    actions: {
      list: {
        fields: { startDate: null, endDate: null, searchString: null },
        matches: ({ creationDate, summary }, { startDate, endDate, searchString }) =>
          creationDate >= Number(startDate ?? 0) &&
          creationDate <= Number(endDate ?? Number.POSITIVE_INFINITY) &&
          (searchString === undefined || String(summary).includes(searchString)),
      },
    },
  }),
];
