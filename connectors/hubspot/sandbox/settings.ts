import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { unlabeledType } from '../src/association-types.ts';
import { associations } from '../src/entities/associations.ts';
import { owners } from '../src/entities/owners.ts';
import { pipelines } from '../src/entities/pipelines.ts';
import { properties } from '../src/entities/properties.ts';
import { companyId, contactId, dealId, ownerIds } from '../src/sample-account.ts';
import { customDefinitions, optionsOf, ownDefinitions } from './own-properties.ts';
import { sampleProperty } from './schemas.ts';

const people = [
  ['Nora', 'Feldt', 'nora.feldt@example.com'],
  ['Tomas', 'Ruiz', 'tomas.ruiz@example.com'],
  ['Ines', 'Okafor', 'ines.okafor@example.com'],
] as const;

const since = '2025-02-03T08:00:00Z';

const stamps = { createdAt: since, updatedAt: since, archived: false };

const dealStages = [
  ['appointmentscheduled', 'Appointment scheduled', '0.2'],
  ['qualifiedtobuy', 'Qualified to buy', '0.4'],
  ['presentationscheduled', 'Presentation scheduled', '0.6'],
  ['decisionmakerboughtin', 'Decision maker bought in', '0.8'],
  ['contractsent', 'Contract sent', '0.9'],
  ['closedwon', 'Closed won', '1.0'],
  ['closedlost', 'Closed lost', '0.0'],
].map(([id = '', label = '', probability = '']) => ({
  id,
  label,
  metadata: { isClosed: String(id.startsWith('closed')), probability },
}));

const ticketStages = ['New', 'Waiting on contact', 'Waiting on us', 'Closed'].map((label, index) => ({
  id: String(index + 1),
  label,
  metadata: { isClosed: String(label === 'Closed'), ticketState: label === 'Closed' ? 'CLOSED' : 'OPEN' },
}));

const supportPipeline = { object: ['tickets', '0-5'], id: '0', label: 'Support pipeline', stages: ticketStages };

const samplePipelines = [
  { object: ['deals', '0-3'], id: 'default', label: 'Sales pipeline', stages: dealStages },
  supportPipeline,
];

const ofObject = ({ id }: RawValue, { objectType }: { readonly objectType: string }) =>
  samplePipelines.some((one) => one.id === id && one.object.includes(objectType));

const select = (stages: readonly { readonly id: string; readonly label: string }[]) => ({
  type: 'enumeration',
  fieldType: 'select',
  options: optionsOf(stages.map(({ id, label }) => ({ value: id, label }))),
});

const text = { type: 'string', fieldType: 'text' };

const sampleProperties: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  deals: {
    dealname: text,
    pipeline: select(samplePipelines.slice(0, 1)),
    dealstage: select(dealStages),
    amount: { type: 'number', fieldType: 'number' },
    closedate: { type: 'datetime', fieldType: 'date' },
  },
  tickets: {
    subject: text,
    content: { type: 'string', fieldType: 'textarea' },
    hs_pipeline_stage: select(ticketStages),
    hs_ticket_priority: select(['LOW', 'MEDIUM', 'HIGH', 'URGENT'].map((id) => ({ id, label: id.toLowerCase() }))),
  },
  contacts: { email: { ...text, hasUniqueValue: true }, firstname: text, lastname: text },
  companies: { name: text },
};

// The first ones are defined by HubSpot, unless they say otherwise.
const propertyList = [
  ...Object.values(sampleProperties).flatMap((one) =>
    Object.entries(one).map(
      ([name, own]) => [name, { groupName: 'information', hubspotDefined: true, ...own }] as const,
    ),
  ),
  ...Object.entries({ ...ownDefinitions, ...customDefinitions }),
];

const hasProperty = (objectType: string, name: string) =>
  /^(2-|p\d*_)/.test(objectType)
    ? Object.hasOwn(customDefinitions, name)
    : Object.hasOwn({ ...sampleProperties[objectType], ...ownDefinitions }, name);

// Two records are associated in both directions.
const isBetween = (
  record: RawValue,
  { fromObjectType, fromObjectId, toObjectType, toObjectId }: Readonly<Record<string, RawValue>>,
) =>
  [
    [record.fromObjectType, record.fromObjectId, record.toObjectType, record.toObjectId],
    [record.toObjectType, record.toObjectId, record.fromObjectType, record.fromObjectId],
  ].some(
    ([from, id, to, other]) =>
      from === fromObjectType && id === fromObjectId && to === toObjectType && (toObjectId ?? other) === other,
  );

// Either end can be the first one of the path.
const ends = { fromObjectType: null, fromObjectId: null, toObjectType: null };

const unlabeled = (from: string, to: string, typeId = unlabeledType(from, to) ?? 0) => ({
  category: 'HUBSPOT_DEFINED',
  typeId,
  label: null,
});

export const simulatedSettings = [
  simulate(owners, {
    sample: ({ index }) => {
      const at = index % people.length;
      const [firstName, lastName, email] = people[at] ?? people[0];
      return {
        id: ownerIds[at],
        email,
        type: 'PERSON',
        firstName,
        lastName,
        userId: 9_586_504 + at,
        userIdIncludingInactive: 9_586_504 + at,
        ...stamps,
        teams: [{ id: '178588', name: 'Sales', primary: true }],
      };
    },
    actions: {
      get: {
        matches: (record, { ownerId, idProperty = 'id' }) => String(record[idProperty]) === ownerId,
      },
    },
  }),
  simulate(pipelines, {
    sample: ({ index }) => {
      const { id, label, stages } = samplePipelines[index % 2] ?? supportPipeline;
      const withStamps = stages.map((stage, displayOrder) => ({
        ...stage,
        displayOrder,
        ...stamps,
        archivedAt: undefined,
        writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT',
      }));
      return { id, label, stages: withStamps, displayOrder: 0, ...stamps, archivedAt: undefined };
    },
    actions: {
      list: { matches: ofObject },
      get: { matches: (record, params) => ofObject(record, params) && record.id === params.pipelineId },
    },
  }),
  simulate(properties, {
    sample: ({ index }) => {
      const [name, own] = propertyList[index % propertyList.length] ?? ['email', text];
      return sampleProperty(name, own, stamps);
    },
    actions: {
      list: { matches: ({ name }, { objectType }) => hasProperty(objectType, name) },
      get: { matches: ({ name }, { propertyName }) => name === propertyName },
    },
  }),
  simulate(associations, {
    sample: ({ index }) => {
      const at = Math.floor(index / 3);
      const [deal, contact, company] = [
        ['deals', dealId(at)],
        ['contacts', contactId(at)],
        ['companies', companyId(at)],
      ] as const;
      const pairs = [
        [contact, deal],
        [deal, company],
        [contact, company],
      ] as const;
      const [[from, fromId], [to, toId]] = pairs[index % 3] ?? pairs[0];
      return {
        fromObjectType: from,
        fromObjectId: fromId,
        toObjectType: to,
        toObjectId: toId,
        associationTypes: [unlabeled(from, to)],
      };
    },
    actions: {
      list: {
        fields: ends,
        matches: isBetween,
        toRow: ({ toObjectId, fromObjectId, associationTypes, ...record }, params) => {
          const isSame = record.fromObjectType === params.fromObjectType && fromObjectId === params.fromObjectId;
          return isSame
            ? { toObjectId, associationTypes }
            : { toObjectId: fromObjectId, associationTypes: [unlabeled(params.fromObjectType, params.toObjectType)] };
        },
      },
      create: {
        values: ({ associationCategory, associationTypeId, ...pair }) => ({
          ...pair,
          associationTypes: [
            {
              ...unlabeled(pair.fromObjectType, pair.toObjectType, associationTypeId),
              category: associationCategory,
            },
          ],
        }),
      },
      delete: { fields: { ...ends, toObjectId: null }, matches: isBetween },
    },
  }),
];
