import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { Count, fields } from '../shared.ts';

const Viewer = z.object({
  id: z.string().nullish(),
  login: z.string().nullish(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  bio: z.string().nullish(),
  company: z.string().nullish(),
  location: z.string().nullish(),
  websiteUrl: z.string().nullish(),
  avatarUrl: z.string().nullish(),
  url: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  isEmployee: z.boolean().nullish(),
  isDeveloperProgramMember: z.boolean().nullish(),
  isHireable: z.boolean().nullish(),
  isSiteAdmin: z.boolean().nullish(),
  viewerCanFollow: z.boolean().nullish(),
  viewerIsFollowing: z.boolean().nullish(),
  followers: Count.nullish(),
  following: Count.nullish(),
  repositories: Count.nullish(),
  starredRepositories: Count.nullish(),
  watching: Count.nullish(),
});

const searched = [
  'id',
  'login',
  'name',
  'email',
  'bio',
  'company',
  'location',
  'websiteUrl',
  'avatarUrl',
  'url',
  'createdAt',
  'updatedAt',
  'isEmployee',
  'isDeveloperProgramMember',
  'isHireable',
  'isSiteAdmin',
  'viewerCanFollow',
  'viewerIsFollowing',
] as const;

/** https://docs.github.com/graphql/reference/queries#viewer */
export const viewer = defineEntity({
  name: 'viewer',
  summary: 'The account the credential belongs to',
  keywords: ['this token', 'who am i', 'logged in as', 'whoami', 'my login', 'my own profile'],
  record: Viewer,
  key: 'id',
  actions: {
    get: github('query { viewer { ...fields } }', {
      summary: 'Get the connected account',
      params: z.object({ fields: fields('login', 'name', 'repositories.totalCount') }),
      fields: selection(`
        id login name email bio company location websiteUrl avatarUrl url createdAt updatedAt
        isEmployee isDeveloperProgramMember isHireable isSiteAdmin viewerCanFollow viewerIsFollowing
        followers { totalCount }
        following { totalCount }
        repositories { totalCount }
        starredRepositories { totalCount }
        watching { totalCount }
      `),
      at: 'viewer',
    }),
  },
  search: { title: ['name', 'login'], link: '{url}', fields: searched },
  sync: { via: 'get', params: { fields: [...searched] } },
});
