import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changedLast, changeParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { elsewhere, namesOf, nothing, object, renamed, reshaping } from '../reshaping.ts';
import { jobAt, jobId, jobPostId } from '../sample-company.ts';

const JobPost = z.object({
  id: z.int(),
  title: z.string().nullish(),
  location: object.nullish(),
  internal: z.boolean().nullish(),
  external: z.boolean().nullish(),
  active: z.boolean().nullish(),
  live: z.boolean().nullish(),
  first_published_at: z.string().nullish(),
  job_id: z.int().nullish(),
  content: z.string().nullish(),
  internal_content: z.string().nullish(),
  updated_at: z.string().nullish(),
  created_at: z.string().nullish(),
  demographic_question_set_id: z.int().nullish(),
  questions: z.array(object).nullish(),
});

const missing = { location: absent(object, elsewhere('/v3/job_post_locations')) };

const shape = reshaping({
  ...nothing(missing),
  internal: renamed('internal'),
  // A post is on one job board, which is for employees or for everybody.
  external: {
    of: ['internal'],
    read: (internal) => (typeof internal === 'boolean' ? !internal : null),
    write: () => [],
  },
});

const question = (label: string, name: string, answer_type: string) => ({ label, name, answer_type, required: true });

/** https://harvestdocs.greenhouse.io/reference/get_v3-job-posts */
export const jobPosts = defineEntity({
  name: 'job_posts',
  summary: 'Advertisements of jobs on job boards, with the form that applicants fill in',
  record: JobPost,
  key: 'id',
  actions: {
    list: listOf('job_posts', 'List job posts, newest first', {
      params: changeParams.extend({
        live: z.boolean().optional().describe('Only posts that are visible on their board, or only those that are not'),
        active: z.boolean().optional().describe('false for deleted posts; by default, posts that are not deleted'),
      }),
      shape,
      passes: (row, { live = row.live, active = true }) => row.live === live && row.active === active,
    }),
    get: getOf('job_posts', 'Get one job post', shape),
  },
  search: { fields: allFields(JobPost, { except: namesOf(missing) }), derived: missing },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const { title } = jobAt(source.index);
    const age = 195 + 11 * source.index;
    const internal = source.index % 7 === 6;
    const isDeleted = source.index % 12 === 11;
    return shape.toRecord({
      id: jobPostId(source.index),
      title,
      internal,
      active: !isDeleted,
      live: !isDeleted && source.index % 6 !== 5,
      first_published_at: source.time(age - 2),
      job_id: jobId(source.index),
      content: `<p>Join a small team as ${title}.</p>`,
      internal_content: internal ? '<p>Talk to your manager before you apply.</p>' : null,
      language: 'en',
      public_url: internal ? null : `https://boards.greenhouse.io/example/jobs/${jobPostId(source.index)}`,
      created_at: source.time(age),
      updated_at: source.time(source.integer(2, 90)),
      demographic_question_set_id: null,
      questions: [
        question('First Name', 'first_name', 'short_text'),
        question('Email', 'email', 'short_text'),
        question('Resume', 'resume', 'attachment'),
      ],
    });
  },
});
