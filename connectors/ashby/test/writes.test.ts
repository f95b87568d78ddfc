import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { applicationStageChanges } from '../src/entities/application-stage-changes.ts';
import { candidateNotes } from '../src/entities/candidate-notes.ts';
import { candidates } from '../src/entities/candidates.ts';
import { ashby } from '../src/index.ts';

const open = () => simulatedCalls(ashby, { sandbox });

describe('requests', () => {
  it('sends the format of a note together with its text', () => {
    const { create } = candidateNotes.actions;
    expect(create.request(create.params.parse({ candidateId: 'c1', note: 'Call on Monday' }))).toMatchObject({
      path: '/candidate.createNote',
      body: { value: { candidateId: 'c1', note: { type: 'text/plain', value: 'Call on Monday' } } },
    });
  });

  it('sends only the changed members of a candidate', () => {
    const { update } = candidates.actions;
    expect(update.request(update.params.parse({ candidateId: 'c1', phoneNumber: '555' })).body?.value).toEqual({
      candidateId: 'c1',
      phoneNumber: '555',
    });
  });

  it('moves an application by the id of the stage', () => {
    const { create } = applicationStageChanges.actions;
    expect(create.request({ applicationId: 'a1', interviewStageId: 's2' })).toMatchObject({
      path: '/application.changeStage',
      body: { value: { applicationId: 'a1', interviewStageId: 's2' } },
    });
  });
});

it('moves a candidate to the next stage of the interview plan', async () => {
  const call = await open();
  const found = (await call('applications list')).find(
    ({ currentInterviewStage: { title } }: { currentInterviewStage: { title: string } }) => title === 'Phone screen',
  );
  const { interviewPlanId, orderInInterviewPlan } = found.currentInterviewStage;
  const stages = await call('interview_stages list', { interviewPlanId });
  const next = stages.find((stage: { orderInInterviewPlan: number }) => {
    return stage.orderInInterviewPlan === orderInInterviewPlan + 1;
  });
  await call('application_stage_changes create', { applicationId: found.id, interviewStageId: next.id });
  expect(await call('applications get', { applicationId: found.id })).toMatchObject({
    currentInterviewStage: { title: 'Technical interview' },
    status: 'Active',
  });
});

it('archives an application with its reason', async () => {
  const call = await open();
  const [{ id: applicationId, currentInterviewStage }] = await call('applications list');
  const stages = await call('interview_stages list', { interviewPlanId: currentInterviewStage.interviewPlanId });
  const { id: interviewStageId } = stages.find(({ type }: { type: string }) => type === 'Archived');
  const [{ id: archiveReasonId }] = await call('archive_reasons list');
  await call('application_stage_changes create', { applicationId, interviewStageId, archiveReasonId });
  expect(await call('applications get', { applicationId })).toMatchObject({
    status: 'Archived',
    archiveReason: { id: archiveReasonId },
  });
});

it('adds a candidate with an application, a note and a tag', async () => {
  const call = await open();
  const { id } = await call('candidates create', { name: 'Mara Lindt', email: 'mara@example.com' });
  expect(await call('candidates api_search', { email: 'mara@example.com' })).toMatchObject([
    { id, name: 'Mara Lindt' },
  ]);
  await call('candidates update', { candidateId: id, name: 'Mara Lindt-Berg' });
  expect(await call('candidates get', { id })).toMatchObject({ name: 'Mara Lindt-Berg' });

  const [{ id: jobId }] = await call('jobs list');
  const application = await call('applications create', { candidateId: id, jobId });
  expect(await call('applications get', { applicationId: application.id })).toMatchObject({
    candidate: { id },
    job: { id: jobId },
    currentInterviewStage: { title: 'Application review' },
  });

  await call('candidate_notes create', { candidateId: id, note: 'Knows our product' });
  expect(await call('candidate_notes list', { candidateId: id })).toMatchObject([{ content: 'Knows our product' }]);

  const tag = await call('candidate_tags create', { title: 'Silver medalist' });
  expect(await call('candidate_taggings create', { candidateId: id, tagId: tag.id })).toMatchObject({
    tags: [{ id: tag.id }],
  });
  await call('candidate_tag_removals create', { candidateId: id, tagId: tag.id });
  expect(await call('candidates get', { id })).toMatchObject({ tags: [] });
});

it('corrects the source of an application', async () => {
  const call = await open();
  const [{ id: applicationId }] = await call('applications list');
  const [, { id: sourceId }] = await call('sources list');
  await call('application_source_changes create', { applicationId, sourceId });
  expect(await call('applications get', { applicationId })).toMatchObject({ source: { id: sourceId } });
});
