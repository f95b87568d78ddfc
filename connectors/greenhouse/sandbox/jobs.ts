import { simulate } from '@connectory/sandbox';
import { jobPostShape, jobPosts } from '../src/entities/job-posts.ts';
import { jobShape, jobs } from '../src/entities/jobs.ts';
import { departmentId, jobAt, jobId, jobPostId, simulatedGet, simulatedList } from './company.ts';
import { sampleCustomFields } from './custom-fields.ts';

const question = (label: string, name: string, answer_type: string) => ({ label, name, answer_type, required: true });

export const simulatedJobs = [
  simulate(jobs, {
    sample: (source) => {
      const { title, department } = jobAt(source.index);
      const isClosed = source.index % 6 === 5;
      const age = 200 + 11 * source.index;
      const opened_at = source.time(age - 3);
      const closed_at = isClosed ? source.time(age - 150) : null;
      return jobShape.toRecord({
        id: jobId(source.index),
        name: title,
        requisition_id: `REQ-${1_240 - source.index}`,
        notes: '<p>Two rounds of interviews, then references.</p>',
        confidential: false,
        status: isClosed ? 'closed' : 'open',
        created_at: source.time(age),
        opened_at,
        closed_at,
        updated_at: closed_at ?? opened_at,
        is_template: false,
        copied_from_id: null,
        department_id: departmentId(department),
        office_ids: [source.of('offices')],
        custom_fields: sampleCustomFields('job', source.index, {
          employment_type: source.pick(['Full-time', 'Contract']),
        }),
      });
    },
    actions: {
      list: simulatedList(jobShape),
      get: simulatedGet(jobShape),
    },
  }),
  simulate(jobPosts, {
    sample: (source) => {
      const { title } = jobAt(source.index);
      const age = 195 + 11 * source.index;
      const internal = source.index % 7 === 6;
      const isDeleted = source.index % 12 === 11;
      return jobPostShape.toRecord({
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
    actions: {
      list: simulatedList(
        jobPostShape,
        (row, { live = row.live, active = true }) => row.live === live && row.active === active,
      ),
      get: simulatedGet(jobPostShape),
    },
  }),
];
