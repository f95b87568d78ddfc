import type { Entity } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { applicationAttachment } from '../src/entities/application-attachment.ts';
import { applications } from '../src/entities/applications.ts';
import { candidateAttachment } from '../src/entities/candidate-attachment.ts';
import { candidates } from '../src/entities/candidates.ts';
import { jobPosts } from '../src/entities/job-posts.ts';
import { jobs } from '../src/entities/jobs.ts';
import { offers } from '../src/entities/offers.ts';
import { scheduledInterviews } from '../src/entities/scheduled-interviews.ts';
import { users } from '../src/entities/users.ts';

const september = '2026-09-01T00:00:00Z';
const october = '2026-10-01T00:00:00Z';

const listed = ({ actions }: Entity, params: object) => {
  const { list } = actions;
  return list?.request(list.params.parse(params)).query;
};

describe('requests', () => {
  it.each([
    [applications, { created_after: september }, { created_at: `gte|${september}` }],
    [applications, { created_before: october }, { created_at: `lt|${october}` }],
    [
      applications,
      { created_before: october, created_after: september },
      { created_at: `gte|${september}|lt|${october}` },
    ],
    [applications, { last_activity_after: september }, { last_activity_at: `gte|${september}` }],
    [applications, { job_id: 7, status: 'active' }, { job_ids: 7, status: 'active' }],
    [offers, { resolved_after: september }, { resolved_at: `gte|${september}` }],
    [users, { updated_before: october }, { updated_at: `lt|${october}` }],
    [
      scheduledInterviews,
      { starts_after: september, ends_before: october },
      { starts_at: `gte|${september}`, ends_at: `lt|${october}` },
    ],
    [jobPosts, { live: true, active: false }, { live: true, active: false }],
  ])('list $name with %j', (entity, params, query) => {
    expect(listed(entity, params)).toEqual({ per_page: 100, ...query });
  });

  it('sends a cursor alone', () => {
    expect(listed(applications, { cursor: 'abc', per_page: 50, status: 'hired', created_after: september })).toEqual({
      cursor: 'abc',
    });
  });

  it.each([candidates, applications])('only later passes over $name ask for what changed', ({ actions: { list } }) => {
    expect(list.request({ per_page: 500, page: 1, updated_after: september }).query).toEqual({
      per_page: 500,
      updated_at: `gte|${september}`,
    });
    expect(list.params.safeParse({ updated_after: september }).success).toBe(false);
  });

  it('asks for one record by a list of one id', () => {
    expect(jobs.actions.get.request({ id: 7 })).toMatchObject({ path: '/jobs', query: { ids: 7 } });
  });

  it('asks for the files of an application or a candidate', () => {
    const query = (entity: typeof applicationAttachment) =>
      entity.actions.download.request({ id: 7, attachment_index: 3 }).query;
    expect(query(applicationAttachment)).toEqual({ application_ids: 7, per_page: 500 });
    expect(query(candidateAttachment)).toEqual({ candidate_ids: 7, per_page: 500 });
  });
});

describe('refused before Greenhouse sees it', () => {
  it.each([
    [{ page: 2 }, 'merge next_params'],
    [{ per_page: 501 }, '500'],
    [{ created_after: '2026-09-01' }, 'ISO 8601'],
    [{ created_after: `${september}|lt|${october}` }, 'ISO 8601'],
  ])('%j', (params, words) => {
    expect(applications.actions.list.params.safeParse(params).error?.message).toContain(words);
  });
});

describe('records', () => {
  const recordOf = ({ actions: { list } }: Entity, row: object) => list?.toRecord?.(row, {});

  it('an application names job, source and stage in objects', () => {
    const row = {
      created_at: september,
      job_id: 7,
      prospective_job_ids: [],
      source_id: 2,
      stage_id: 5,
      stage_name: 'Offer',
      status: 'in_process',
      location_address: 'Berlin',
      recruiter_id: 9,
    };
    expect(recordOf(applications, row)).toMatchObject({
      applied_at: september,
      jobs: [{ id: 7, name: null }],
      source: { id: 2, public_name: null },
      current_stage: { id: 5, name: 'Offer' },
      status: 'active',
      location: { address: 'Berlin' },
      recruiter_id: 9,
      attachments: null,
    });
  });

  it('a rejected application names the reason by its id', () => {
    expect(recordOf(applications, { rejection_reason_id: 21 })).toMatchObject({
      rejection_reason: { id: 21, name: null, type: null },
    });
    expect(recordOf(applications, { rejection_reason_id: null })).toMatchObject({ rejection_reason: null });
    expect(recordOf(applications, {})).toMatchObject({ rejection_reason: null });
  });

  it('a prospect has the jobs it is considered for, and no stage', () => {
    const row = { job_id: null, prospective_job_ids: [7, 8], stage_id: null, stage_name: null, source_id: null };
    expect(recordOf(applications, row)).toMatchObject({
      jobs: [
        { id: 7, name: null },
        { id: 8, name: null },
      ],
      current_stage: null,
      source: null,
    });
  });

  it('custom fields are values by key, with their names and types next to them', () => {
    const custom_fields = { level: { name: 'Level', type: 'single_select', value: 'Senior' } };
    expect(recordOf(candidates, { custom_fields, private: true })).toMatchObject({
      custom_fields: { level: 'Senior' },
      keyed_custom_fields: custom_fields,
      is_private: true,
    });
    expect(recordOf(candidates, { custom_fields: null })).toMatchObject({ custom_fields: null });
  });

  it('a job without department or offices has empty lists', () => {
    expect(recordOf(jobs, { department_id: null, office_ids: null })).toMatchObject({ departments: [], offices: [] });
  });

  it.each([
    ['Created', 'unresolved'],
    ['Accepted', 'accepted'],
    ['On Hold', 'On Hold'],
  ])('an offer that is %s is %s', (status, expected) => {
    expect(recordOf(offers, { status })).toMatchObject({ status: expected });
  });

  it('an interview that takes whole days has dates', () => {
    const row = { starts_at: null, all_day_start_on: '2026-11-02', ends_at: october, all_day_end_on: null };
    expect(recordOf(scheduledInterviews, row)).toMatchObject({
      start: { date: '2026-11-02' },
      end: { date_time: october },
    });
  });
});
