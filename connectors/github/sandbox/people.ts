import { simulate } from '@connectory/sandbox';
import { organizations } from '../src/entities/organizations.ts';
import { projectItems } from '../src/entities/project-items.ts';
import { projects } from '../src/entities/projects.ts';
import { teams } from '../src/entities/teams.ts';
import { users } from '../src/entities/users.ts';
import { viewer } from '../src/entities/viewer.ts';
import { problemAt, sampleLabels } from './work.ts';

export const simulatedPeople = [
  simulate(users, {
    sample: (source) => {
      const person = source.person();
      const login = `${person.first}${person.last}${source.index}`.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
      return {
        id: source.id('U_kgDO', 6),
        databaseId: 1_000_000 + source.index,
        login,
        name: `${person.first} ${person.last}`,
        email: person.email,
        bio: source.pick([
          'Backend, mostly Go',
          'Makes things readable',
          'Once a physicist',
          'Tests first',
          'Accessibility and type',
          null,
        ]),
        company: source.company(),
        location: source.pick(['Berlin', 'Lisbon', 'Toronto', null]),
        twitterUsername: null,
        websiteUrl: `https://${login}.example.com`,
        url: `https://github.com/${login}`,
        avatarUrl: `https://avatars.githubusercontent.com/${login}`,
        createdAt: source.time(source.integer(300, 2000)),
        updatedAt: source.time(source.integer(1, 200)),
        isHireable: source.index % 5 === 0,
        followers: { totalCount: source.integer(0, 300) },
        following: { totalCount: source.integer(0, 80) },
        repositories: { totalCount: source.integer(1, 60) },
        starredRepositories: { totalCount: source.integer(0, 200) },
        organizations: { totalCount: source.integer(1, 4) },
      };
    },
  }),
  simulate(viewer, {
    sample: (source) => {
      const login = source.of('users', 'login');
      return {
        id: source.id('U_kgDO', 6),
        login,
        name: 'Octo Demo',
        email: `${login}@example.com`,
        websiteUrl: `https://${login}.example.com`,
        url: `https://github.com/${login}`,
        avatarUrl: `https://avatars.githubusercontent.com/${login}`,
        createdAt: source.time(1500),
        updatedAt: source.time(2),
        isEmployee: false,
        isDeveloperProgramMember: false,
        isHireable: false,
        followers: { totalCount: source.integer(0, 300) },
        following: { totalCount: source.integer(0, 80) },
        repositories: { totalCount: source.integer(1, 60) },
        starredRepositories: { totalCount: source.integer(0, 200) },
        watching: { totalCount: source.integer(1, 40) },
        isSiteAdmin: false,
        viewerCanFollow: false,
        viewerIsFollowing: false,
      };
    },
  }),
  simulate(organizations, {
    sample: (source) => {
      const name = source.company();
      const login = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${source.index}`;
      return {
        id: source.id('O_kgDO', 6),
        login,
        name,
        description: `Open source of ${name}`,
        email: null,
        websiteUrl: `https://${login}.example.com`,
        url: `https://github.com/${login}`,
        avatarUrl: `https://avatars.githubusercontent.com/${login}`,
        createdAt: source.time(source.integer(300, 2000)),
        updatedAt: source.time(source.integer(1, 200)),
        isVerified: source.index % 2 === 0,
        repositories: { totalCount: source.integer(1, 80) },
        membersWithRole: { totalCount: source.integer(1, 60) },
        teams: { totalCount: source.integer(0, 12) },
      };
    },
  }),
  simulate(teams, {
    sample: (source) => {
      const slug = `${source.pick(['platform', 'security', 'docs', 'mobile'])}-${source.index}`;
      const org = source.of('organizations', 'login');
      return {
        id: source.id('T_kwDO', 8),
        slug,
        name: slug,
        description: source.pick([
          'Keeps everything running',
          'Answers for what we ship',
          'Looks after the interfaces',
        ]),
        privacy: source.pick(['VISIBLE', 'SECRET']),
        avatarUrl: `https://avatars.githubusercontent.com/t/${4_000_000 + source.index}`,
        url: `https://github.com/orgs/${org}/teams/${slug}`,
        createdAt: source.time(300),
        updatedAt: source.time(source.integer(1, 200)),
        parentTeam: null,
        members: { totalCount: source.integer(1, 20) },
        repositories: { totalCount: source.integer(0, 40) },
      };
    },
  }),
  simulate(projects, {
    sample: (source) => {
      const number = source.index + 1;
      const title = `${source.pick(['Roadmap', 'Bugs', 'Launch', 'Platform'])} ${2024 + (source.index % 3)}`;
      return {
        id: source.id('PVT_kwDO', 8),
        number,
        title,
        shortDescription: 'What we work on, and what comes next',
        readme: `# ${title}`,
        url: `https://github.com/orgs/${source.of('organizations', 'login')}/projects/${number}`,
        closed: source.index % 5 === 4,
        public: source.index % 2 === 0,
        createdAt: source.time(300),
        updatedAt: source.time(source.index + 1),
        creator: { login: source.of('users', 'login') },
        fields: {
          nodes: [
            { __typename: 'ProjectV2Field', id: source.id('PVTF_lADO', 12), name: 'Title', dataType: 'TITLE' },
            {
              __typename: 'ProjectV2SingleSelectField',
              id: source.id('PVTSSF_lADO', 12),
              name: 'Status',
              options: ['Todo', 'In Progress', 'Done'].map((name) => ({
                id: source.id('', 8).toLowerCase(),
                name,
                color: 'GRAY',
                description: '',
              })),
            },
          ],
        },
      };
    },
  }),
  simulate(projectItems, {
    sample: (source) => {
      const number = Number(source.of('issues', 'number'));
      const repository = source.of('repositories', 'nameWithOwner');
      const createdAt = source.time(source.integer(20, 300));
      return {
        id: source.id('PVTI_lADO', 12),
        type: 'ISSUE',
        createdAt,
        updatedAt: source.time(source.integer(0, 19)),
        isArchived: false,
        content: {
          __typename: 'Issue',
          id: source.id('I_kwDO', 10),
          title: problemAt((number - 1) / 2).title,
          number,
          state: source.pick(['OPEN', 'CLOSED']),
          url: `https://github.com/${repository}/issues/${number}`,
          createdAt,
          updatedAt: createdAt,
          author: { login: source.of('users', 'login') },
          assignees: { nodes: [] },
          labels: sampleLabels(source),
          repository: { nameWithOwner: repository },
        },
        fieldValues: {
          nodes: [
            {
              __typename: 'ProjectV2ItemFieldSingleSelectValue',
              name: source.pick(['Todo', 'In Progress', 'Done']),
              field: { name: 'Status' },
            },
          ],
        },
      };
    },
  }),
];
