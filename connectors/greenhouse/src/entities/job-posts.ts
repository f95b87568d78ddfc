import { absent, allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changedLast, changeParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { elsewhere, namesOf, nothing, object, renamed, reshaping } from '../reshaping.ts';

const JobPost = z.object({
  id: z.int(),
  title: z.string().nullish(),
  location: object.nullish(),
  internal: z.boolean().nullish(),
  external: z.boolean().nullish(),
  active: z.boolean().nullish(),
  live: z.boolean().nullish(),
  first_published_at: time().nullish(),
  job_id: z.int().nullish(),
  content: z.string().nullish(),
  internal_content: z.string().nullish(),
  updated_at: time().nullish(),
  created_at: time().nullish(),
  demographic_question_set_id: z.int().nullish(),
  questions: z.array(object).nullish(),
});

const missing = { location: absent(object, elsewhere('/v3/job_post_locations')) };

/** How rows of Harvest become these records. */
export const jobPostShape = reshaping({
  ...nothing(missing),
  internal: renamed('internal'),
  // A post is on one job board, which is for employees or for everybody.
  external: {
    of: ['internal'],
    read: (internal) => (typeof internal === 'boolean' ? !internal : null),
    write: () => [],
  },
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-job-posts */
export const jobPosts = defineEntity({
  name: 'job_posts',
  summary: 'Advertisements of jobs on job boards, with the form that applicants fill in',
  keywords: ['career site', 'careers page', 'live', 'online', 'job advert', 'vacancies', 'published vacancies'],
  record: JobPost,
  key: 'id',
  actions: {
    list: listOf('job_posts', 'List job posts, newest first', {
      params: changeParams.extend({
        live: z.boolean().optional().describe('Only posts that are visible on their board, or only those that are not'),
        active: z.boolean().optional().describe('false for deleted posts; by default, posts that are not deleted'),
      }),
      shape: jobPostShape,
    }),
    get: getOf('job_posts', 'Get one job post', jobPostShape),
  },
  search: { title: 'title', fields: allFields(JobPost, { except: namesOf(missing) }), derived: missing },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
});
