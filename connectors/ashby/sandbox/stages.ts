import { simulate } from '@connectory/sandbox';
import { interviewPlans } from '../src/entities/interview-plans.ts';
import { interviewStages } from '../src/entities/interview-stages.ts';

const interviewPlanId = 'c3a5f0d2-7b1e-4d64-9c0f-2e8b5a917d43';
const otherPlanId = 'd7b1e64c-3a5f-4b1e-8f9c-0e2b8a5d9143';

/** The stages of the plan that all sample applications go through, in their order. */
export const stages = [
  { id: '1f0c7a52-94d6-4b8e-a3c1-5e2d9b7f6a01', title: 'Application review', type: 'PreInterviewScreen' },
  { id: '2a9d4e61-7c3b-4f05-b8d2-6f1e0c8a7b02', title: 'Phone screen', type: 'Active' },
  { id: '3b8e5f70-6d2a-4c14-c9e3-7a0f1d9b8c03', title: 'Technical interview', type: 'Active' },
  { id: '4c7f6a8f-5e19-4d23-8af4-8b9a2eac9d04', title: 'Offer', type: 'Offer' },
  { id: '5d6a7b9e-4f08-4e32-9ba5-9c8b3fbdae05', title: 'Hired', type: 'Hired' },
  { id: '6e5b8cad-3a97-4f41-acb6-ad7c4acebf06', title: 'Archived', type: 'Archived' },
].map((stage, index) => ({ ...stage, interviewPlanId, orderInInterviewPlan: index }));

const statuses: Readonly<Record<string, string>> = { Archived: 'Archived', Hired: 'Hired' };

/** What an application is in a stage. */
export function inStage(stageId: string | undefined, archiveReasonId?: string) {
  const stage = stages.find(({ id }) => id === stageId);
  const status = statuses[stage?.type ?? ''] ?? 'Active';
  return {
    currentInterviewStage: stage ?? { id: stageId },
    status,
    archiveReason: status === 'Archived' && archiveReasonId !== undefined ? { id: archiveReasonId } : null,
  };
}

export const simulatedStages = [
  simulate(interviewPlans, {
    // A record with the id of an earlier one does not exist.
    sample: ({ index }) => {
      const isStandard = index % 2 === 0;
      return {
        id: isStandard ? interviewPlanId : otherPlanId,
        title: isStandard ? 'Standard plan' : 'Executives',
        isArchived: false,
      };
    },
  }),
  simulate(interviewStages, {
    sample: ({ index }) =>
      stages[index] ?? {
        title: `Round ${index}`,
        type: 'Active',
        interviewPlanId: otherPlanId,
        orderInInterviewPlan: index,
      },
  }),
];
