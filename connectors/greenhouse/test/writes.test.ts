import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { applicationRejections } from '../src/entities/application-rejections.ts';
import { candidateNotes } from '../src/entities/candidate-notes.ts';
import { candidates } from '../src/entities/candidates.ts';
import { greenhouse } from '../src/index.ts';

const open = () => simulatedCalls(greenhouse, { sandbox });

describe('requests', () => {
  it('adds a candidate with an application for the job', () => {
    const { create } = candidates.actions;
    const given = { first_name: 'Mara', last_name: 'Lindt', job_id: 7 };
    expect(create.request(create.params.parse(given))).toMatchObject({
      method: 'POST',
      path: '/candidates',
      body: { value: { first_name: 'Mara', last_name: 'Lindt', application: { job_id: 7 } } },
    });
  });

  it('writes a note of a user', () => {
    const { create } = candidateNotes.actions;
    const given = { candidate_id: 1, user_id: 2, body: 'Call on Monday', visibility: 'public' as const };
    expect(create.request(given).body?.value).toEqual({ ...given, note_type: 'NOTE' });
  });

  it('rejects an application without an email unless one is given', () => {
    const { create } = applicationRejections.actions;
    expect(create.request({ id: 9, rejection_reason_id: 21 })).toMatchObject({
      method: 'POST',
      path: '/applications/9/reject',
      body: { value: { rejection_reason_id: 21 } },
    });
  });
});

it('moves a candidate to the next stage of the job', async () => {
  const call = await open();
  const [{ id, job_interview_stage_id: from_stage_id }] = await call('applications list', { status: 'active' });
  expect(await call('application_moves create', { id, from_stage_id })).toEqual({ id });
  expect(await call('applications get', { id })).toMatchObject({
    job_interview_stage_id: from_stage_id + 1,
    current_stage: { name: 'Offer' },
  });
});

it('moves an application to a stage of its job by the id of the stage', async () => {
  const call = await open();
  const [{ id, jobs, job_interview_stage_id: from_stage_id }] = await call('applications list', { status: 'active' });
  const [first] = await call('job_interview_stages list', { job_id: jobs[0].id });
  await call('application_moves create', { id, from_stage_id, to_stage_id: first.id });
  expect(await call('applications get', { id })).toMatchObject({ current_stage: { name: 'Application Review' } });
});

it('rejects an application, and makes it active again', async () => {
  const call = await open();
  const [{ id }] = await call('applications list', { status: 'active' });
  const [{ id: rejection_reason_id }] = await call('rejection_reasons list');
  await call('application_rejections create', { id, rejection_reason_id });
  expect(await call('applications get', { id })).toMatchObject({
    status: 'rejected',
    rejection_reason: { id: rejection_reason_id },
  });
  await call('application_unrejections create', { id });
  expect(await call('applications get', { id })).toMatchObject({ status: 'active', rejection_reason: null });
});

it('adds and changes a candidate, with a note and a tag', async () => {
  const call = await open();
  const { id } = await call('candidates create', { first_name: 'Mara', last_name: 'Lindt' });
  await call('candidates update', { id, company: 'Alder Bakery' });
  expect(await call('candidates get', { id })).toMatchObject({ first_name: 'Mara', company: 'Alder Bakery' });

  const [{ id: user_id }] = await call('users list');
  const note = { candidate_id: id, user_id, body: 'Knows our product', visibility: 'public' };
  expect(await call('candidate_notes create', note)).toMatchObject({ ...note, type: 'NOTE' });

  const [{ id: candidate_tag_id }] = await call('candidate_tags list');
  const applied = await call('applied_candidate_tags create', { candidate_id: id, candidate_tag_id });
  expect(await call('applied_candidate_tags list', { candidate_id: id })).toMatchObject([{ candidate_tag_id }]);
  expect(await call('applied_candidate_tags delete', { id: applied.id })).toEqual({ id: applied.id });
  expect(await call('applied_candidate_tags list', { candidate_id: id })).toEqual([]);
});

it('lists interviews with the ids of their job and organizer', async () => {
  const call = await open();
  const [{ id, organizer }] = await call('scheduled_interviews list');
  const all = await call('interviews list');
  expect(all).toContainEqual(expect.objectContaining({ id, organizer_id: organizer.id }));
});

it('lists the files of an application', async () => {
  const call = await open();
  const [{ application_id }] = await call('attachments list');
  expect(await call('attachments list', { application_id })).toMatchObject([{ application_id }]);
});
