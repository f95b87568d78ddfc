import { simulate } from '@connectory/sandbox';
import { listMemberships } from '../src/entities/list-memberships.ts';
import { lists } from '../src/entities/lists.ts';
import { contactId, listId } from '../src/sample-account.ts';

const names = ['Newsletter', 'Spring fair', 'Trial users', 'Customers without a deal', 'Autumn webinar'];

// The lists that the sample contacts are in.
const usedLists = 3;

export const simulatedLists = [
  simulate(lists, {
    sample: (source) => {
      const { index } = source;
      const round = Math.floor(index / names.length);
      return {
        listId: listId(index),
        name: `${names[index % names.length]}${round === 0 ? '' : ` ${round + 1}`}`,
        objectTypeId: '0-1',
        processingType: index < usedLists ? 'MANUAL' : source.pick(['MANUAL', 'SNAPSHOT', 'DYNAMIC']),
        processingStatus: 'COMPLETE',
        listVersion: 1,
        size: undefined,
        createdAt: source.time(source.integer(100, 600)),
        updatedAt: source.time(source.integer(0, 90)),
      };
    },
    actions: {
      api_search: {
        matches: ({ name, processingType }, { query = '', processingTypes = [processingType] }) =>
          name.toLowerCase().includes(query.toLowerCase()) && processingTypes.includes(processingType),
      },
    },
  }),
  simulate(listMemberships, {
    sample: (source) => ({
      listId: listId(source.index % usedLists),
      recordId: contactId(Math.floor(source.index / usedLists)),
      membershipTimestamp: source.time(source.integer(1, 90)),
    }),
    actions: {
      list: { toRow: ({ listId: _listId, ...row }) => row },
      create: {
        isMeant: ({ recordIdsToAdd }) => recordIdsToAdd?.length > 0,
        values: (params) => ({ listId: params.listId, recordId: params.recordIdsToAdd[0] }),
      },
      delete: {
        isMeant: ({ recordIdsToRemove }) => recordIdsToRemove?.length > 0,
        fields: { listId: null, recordIdsToRemove: null },
        matches: (record, params) =>
          record.listId === params.listId && params.recordIdsToRemove.includes(record.recordId),
      },
    },
  }),
];
