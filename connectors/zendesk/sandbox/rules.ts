import { simulate } from '@connectory/sandbox';
import { automations } from '../src/entities/automations.ts';
import { macros } from '../src/entities/macros.ts';
import { slaPolicies } from '../src/entities/sla-policies.ts';
import { triggers } from '../src/entities/triggers.ts';
import { views } from '../src/entities/views.ts';
import { sampleIdentity } from './identities.ts';

export const simulatedRules = [
  simulate(automations, {
    sample: (source) => {
      const days = source.integer(2, 14);
      const title = `Close ${days} days after solved (${source.index + 1})`;
      return {
        ...sampleIdentity(source, 'automations', 17_463_847_000_001),
        title,
        raw_title: title,
        active: source.index % 6 !== 5,
        position: source.index + 1,
        conditions: { all: [{ field: 'SOLVED', operator: 'greater_than', value: String(days * 24) }], any: [] },
        actions: [{ field: 'status', value: 'closed' }],
      };
    },
  }),
  simulate(macros, {
    sample: (source) => {
      const title = `${source.pick(['Close and thank', 'Ask for details', 'Hand over'])} ${source.index + 1}`;
      return {
        ...sampleIdentity(source, 'macros', 17_463_845_000_001),
        title,
        raw_title: title,
        active: source.index % 6 !== 5,
        position: source.index + 1,
        description: source.words(6),
        actions: [{ field: 'status', value: 'solved' }],
        restriction: null,
      };
    },
  }),
  simulate(slaPolicies, {
    sample: (source) => ({
      ...sampleIdentity(source, 'slas/policies', 17_463_849_000_001),
      title: `${source.pick(['Standard', 'Priority', 'Urgent incidents'])} ${source.index + 1}`,
      description: '',
      position: source.index + 1,
      filter: { all: [{ field: 'priority', operator: 'is', value: 'urgent' }], any: [] },
      policy_metrics: [
        { priority: 'urgent', metric: 'first_reply_time', target: source.pick([30, 60]), business_hours: false },
      ],
    }),
  }),
  simulate(triggers, {
    sample: (source) => {
      const title = `${source.pick(['Notify requester', 'Notify group', 'Assign to team'])} ${source.index + 1}`;
      return {
        ...sampleIdentity(source, 'triggers', 17_463_846_000_001),
        title,
        raw_title: title,
        active: source.index % 6 !== 5,
        position: source.index + 1,
        conditions: { all: [{ field: 'update_type', operator: 'is', value: 'Create' }], any: [] },
        actions: [{ field: 'notification_user', value: ['requester_id', 'Request received', source.words(6)] }],
        category_id: String(17_463_846_900_001 + (source.index % 3)),
      };
    },
  }),
  simulate(views, {
    sample: (source) => {
      const title = `${source.pick(['Unsolved tickets', 'Urgent tickets', 'Waiting for customer'])} ${source.index + 1}`;
      return {
        ...sampleIdentity(source, 'views', 17_463_844_000_001),
        title,
        raw_title: title,
        active: source.index % 6 !== 5,
        position: source.index + 1,
        execution: { group_by: 'status', group_order: 'asc', sort_by: 'updated', sort_order: 'desc', columns: [] },
        conditions: { all: [{ field: 'status', operator: 'less_than', value: 'solved' }], any: [] },
      };
    },
  }),
];
