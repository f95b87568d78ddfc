import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedLast, isWithin, listParams, listQuery, updatedAfter } from '../lists.ts';
import { jobAt, jobId, jobPostId } from '../sample-company.ts';
import { elsewhere, getFrom, object, type Reshaping } from '../shared.ts';

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

const jobPost: Reshaping = {
  // A post is on one job board, which is for employees or for everybody.
  toRecord: (row) => ({ ...row, external: row.internal === undefined ? undefined : !row.internal, location: null }),
  toRow: ({ external, location, ...record }) => record,
};

const question = (label: string, name: string, answer_type: string) => ({
  id: null,
  label,
  name,
  answer_type,
  description: null,
  required: true,
  private: false,
  options: [],
});

/** Contract A4, job_posts; https://harvestdocs.greenhouse.io/reference/get_v3-job-posts */
export const jobPosts = defineEntity({
  name: 'job_posts',
  summary: 'Advertisements of jobs on job boards, with the form applicants fill in',
  record: JobPost,
  key: 'id',
  actions: {
    list: greenhouse('GET /job_posts', {
      summary: 'List job posts, newest first',
      params: listParams.extend({
        live: z.boolean().optional().describe('Only posts that can be seen on their board, or only those that cannot'),
        active: z.boolean().optional().describe('false for deleted posts; posts that are not deleted unless given'),
        updated_after: updatedAfter,
      }),
      wire: listQuery,
      ...jobPost,
      simulate: {
        matches: (record, params) => {
          const { live = record.live, active = true } = params;
          return record.live === live && record.active === active && isWithin(record, params);
        },
      },
    }),
    get: getFrom('job_posts', 'Get one job post', jobPost),
  },
  search: {
    fields: allFields(JobPost, { except: ['location'] }),
    derived: { location: absent(object, elsewhere('/v3/job_post_locations')) },
  },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const { title } = jobAt(source.index);
    const isLive = source.index % 6 !== 5;
    const age = 195 + 11 * source.index;
    const internal = source.index % 7 === 6;
    return {
      id: jobPostId(source.index),
      title,
      location: null,
      internal,
      external: !internal,
      active: true,
      live: isLive,
      featured: false,
      first_published_at: source.time(age - 2),
      job_id: jobId(source.index),
      job_board_id: internal ? 3_021 : 3_020,
      content: `<p>Join a small team as ${title}.</p>`,
      internal_content: internal ? '<p>Talk to your manager before you apply.</p>' : null,
      language: 'en',
      public_url: internal ? null : `https://boards.greenhouse.io/example/jobs/${jobPostId(source.index)}`,
      created_at: source.time(age),
      updated_at: source.time(source.integer(2, 90)),
      demographic_question_set_id: null,
      questions: [
        question('First Name', 'first_name', 'short_text'),
        question('Last Name', 'last_name', 'short_text'),
        question('Email', 'email', 'short_text'),
        question('Resume', 'resume', 'attachment'),
      ],
    };
  },
});
