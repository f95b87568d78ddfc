import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { applicationMoves } from '../src/entities/application-moves.ts';
import { applicationRejections } from '../src/entities/application-rejections.ts';
import { applicationUnrejections } from '../src/entities/application-unrejections.ts';
import { appliedCandidateTags } from '../src/entities/applied-candidate-tags.ts';
import { candidateNotes } from '../src/entities/candidate-notes.ts';
import { candidateTags } from '../src/entities/candidate-tags.ts';
import { jobInterviewStages } from '../src/entities/job-interview-stages.ts';
import { rejectionReasons } from '../src/entities/rejection-reasons.ts';
import { candidateId, jobId } from './company.ts';

/** The stages of every job, in their order. */
const stageNames: readonly string[] = ['Application Review', 'Technical Interview', 'Offer'];

const firstStageId = 3_104_000;

/** Id of the stage with this name, of the job at a position. */
export const stageId = (job: number, name: string) => firstStageId + 10 * job + stageNames.indexOf(name);

const stageName = (id: number) => stageNames[(id - firstStageId) % 10];

const reasons = ['Lacking skills', 'Hired someone else', 'Withdrew', 'Position closed'];

const tagId = (index: number) => 7_301 + (index % 4);

export const simulatedStages = [
  simulate(jobInterviewStages, {
    sample: ({ index }) => {
      const job = Math.floor(index / stageNames.length);
      const name = stageNames[index % stageNames.length] ?? '';
      return { id: stageId(job, name), job_id: jobId(job), name, active: true };
    },
    actions: {
      list: { matches: (stage, { job_id }) => [undefined, stage.job_id].includes(job_id) },
    },
  }),
  simulate(applicationMoves, {
    actions: {
      create: {
        fields: { id: 'id', from_stage_id: null, to_stage_id: null },
        values: ({ id, from_stage_id, to_stage_id = from_stage_id + 1 }) => ({
          job_interview_stage_id: to_stage_id,
          // A visit of the application to the stage.
          current_stage: { id: id + to_stage_id, name: stageName(to_stage_id) ?? null },
        }),
        toRow: () => ({}),
      },
    },
  }),
  simulate(applicationRejections, {
    actions: {
      create: {
        fields: { id: 'id', rejection_reason_id: null },
        values: ({ rejection_reason_id }) => ({
          status: 'rejected',
          rejection_reason: { id: rejection_reason_id, name: null, type: null },
        }),
        toRow: () => ({}),
      },
    },
  }),
  simulate(applicationUnrejections, {
    actions: {
      create: {
        fields: { id: 'id' },
        values: () => ({ status: 'active', rejected_at: null, rejection_reason: null }),
        toRow: () => ({}),
      },
    },
  }),
  simulate(rejectionReasons, {
    sample: ({ index }) => ({ id: 21 + (index % reasons.length), name: reasons[index % reasons.length] }),
  }),
  simulate(candidateNotes, {
    sample: (source) => ({
      candidate_id: source.of('candidates'),
      user_id: source.of('users'),
      body: source.words(12),
      visibility: 'public',
      type: 'NOTE',
    }),
    actions: { create: { values: (note) => ({ ...note, type: 'NOTE' }) } },
  }),
  simulate(candidateTags, {
    sample: ({ index }) => ({
      id: tagId(index),
      name: ['Silver medalist', 'Remote', 'Referral', 'Former employee'][index % 4],
    }),
  }),
  simulate(appliedCandidateTags, {
    sample: ({ index }) => ({
      id: 8_990_120 - index,
      candidate_id: candidateId(index),
      candidate_tag_id: tagId(index),
    }),
    actions: {
      list: {
        matches: (applied: RawValue, { candidate_id, candidate_tag_id }) =>
          [undefined, applied.candidate_id].includes(candidate_id) &&
          [undefined, applied.candidate_tag_id].includes(candidate_tag_id),
      },
      delete: { toRow: () => ({}) },
    },
  }),
];
