import {
  type Action,
  auth,
  type Connector,
  type ConnectorDefinition,
  defineUpstream,
  type Entity,
  type Paging,
  page,
  type UpstreamDefinition,
} from '@connectory/connector-sdk';
import type { ActionSimulation, Sample } from '@connectory/sandbox';
import { z } from 'zod';
import { api, byId, listParams, notebook, notebookUpstream } from './notebook.ts';

/** A connector with one error, the check that must find it, and words of the message its author gets. */
export interface BrokenConnector {
  readonly error: string;
  readonly connector: Connector;
  readonly check: string;
  readonly says: RegExp;
  /** The sample and the behavior of the list that the simulated vendor has. */
  readonly simulation?: { readonly sample?: Sample; readonly actions?: { readonly list?: ActionSimulation } };
}

const [notes] = notebook.entities as [Entity];

const withConnector = (changes: Partial<ConnectorDefinition>): Connector => Object.freeze({ ...notebook, ...changes });
const withUpstream = (changes: Partial<UpstreamDefinition>) =>
  withConnector({ upstream: defineUpstream({ ...notebookUpstream, ...changes }) });
const withEntity = (changes: Partial<Entity>) => withConnector({ entities: [{ ...notes, ...changes }] });
const withAction = (name: string, changes: Partial<Action>) => {
  const action = (notes.actions as Readonly<Record<string, Action>>)[name] as Action;
  return withEntity({ actions: { ...notes.actions, [name]: { ...action, ...changes } } });
};
const pagedBy = (next: Paging['next']) => {
  const paging = { ...page.cursor({ param: 'cursor', next: 'next_cursor', size: 'limit' }), next };
  return withAction('list', { paging });
};

/** One mutant per rule of the suite. */
export const brokenConnectors: readonly BrokenConnector[] = [
  {
    error: 'a contract nobody speaks',
    connector: { ...notebook, contract: 2 } as unknown as Connector,
    check: 'is accepted by a gateway',
    says: /made for contract 2/,
  },
  {
    error: 'a sync plan that cannot work',
    connector: withEntity({ sync: { via: 'list', params: { pages: 3 } } }),
    check: 'is accepted by a gateway',
    says: /notes sync: the action has no parameter pages/,
  },
  {
    error: 'a version that is none',
    connector: withConnector({ version: 'next' }),
    check: 'says what it is',
    says: /version is "next"/,
  },
  {
    error: 'a nested parameter without a description',
    connector: withAction('list', {
      params: listParams.extend({
        filter: z.strictObject({ author: z.string().optional() }).optional().describe('Filter'),
      }),
    }),
    check: 'describes every parameter, nested ones too',
    says: /notes list filter author/,
  },
  {
    error: 'a field whose name does not say what it means',
    connector: withConnector({
      meanings: { created_at: 'When it was written, as ISO 8601', length: 'Number of characters' },
    }),
    check: 'says what each field means whose name does not',
    says: /meanings of defineConnector.*: notes\.author\.$/,
  },
  {
    error: 'a search field whose name does not say what it means',
    connector: withConnector({ meanings: { author: 'Who wrote it', created_at: 'When it was written, as ISO 8601' } }),
    check: 'says what each field means whose name does not',
    says: /: notes\.length\.$/,
  },
  {
    error: 'a meaning of a field that there is not',
    connector: withConnector({ meanings: { ...notebook.meanings, 'notes.writer': 'Who wrote it' } }),
    check: 'gives meanings to fields that it has',
    says: /no field has: notes\.writer\./,
  },
  {
    error: 'a text field that may hold personal data',
    connector: withConnector({ personal: { free_text: 'text', none: 'id' } }),
    check: 'says of every text field whether it is personal',
    says: /personal of defineConnector: notes\.author\.$/,
  },
  {
    error: 'a mark of personal data for a field that there is not',
    connector: withConnector({ personal: { ...notebook.personal, contact: 'notes.writer' } }),
    check: 'marks fields that it has',
    says: /no field has: notes\.writer\./,
  },
  {
    error: 'two marks of personal data for a field',
    connector: withConnector({ personal: { ...notebook.personal, contact: 'author' } }),
    check: 'marks fields that it has',
    says: /two marks of author\./,
  },
  {
    error: 'a read that deletes',
    connector: withEntity({
      actions: { ...notes.actions, get: api('DELETE /notes/{id}', { summary: 'Get a note', params: byId }) },
    }),
    check: 'reads with methods that change nothing',
    says: /notes get is sent as DELETE/,
  },
  {
    error: 'a check that writes',
    connector: withConnector({ check: { entity: 'notes', action: 'create', params: { text: 'x' } } }),
    check: 'is accepted by a gateway',
    says: /check: create is no read/,
  },
  {
    error: 'a check its action does not accept',
    connector: withConnector({ check: { entity: 'notes', action: 'list', params: { limit: 'one' } } }),
    check: 'checks a credential with parameters that are accepted',
    says: /check.params are not accepted by notes list/,
  },
  {
    error: 'a key that is shown',
    connector: withUpstream({
      authentication: {
        key: {
          ...auth.bearer('api_key', 'API key'),
          fields: { api_key: { description: 'API key', secret: false, required: true } },
        },
      },
    }),
    check: 'keeps secrets among its credentials',
    says: /api_key of authentication key is not marked secret/,
  },
  {
    error: 'a secret among the settings',
    connector: withUpstream({ settings: z.object({ access_token: z.string().optional().describe('Token') }) }),
    check: 'keeps secrets among its credentials',
    says: /setting access_token looks like a secret/,
  },
  {
    error: 'failures nobody can read',
    connector: withUpstream({ failure: { message: [] } }),
    check: 'says where failures have their message',
    says: /failure.message is empty/,
  },
  {
    error: 'search fields of an empty copy',
    connector: withEntity({ sync: null }),
    check: 'can fill the copy of everything it offers to search',
    says: /no sync plan/,
  },
  {
    error: 'a list that keeps nothing',
    connector: withAction('list', { keep: ({ kind }) => kind === 'note' }),
    check: 'notes list answers in its declared shape',
    says: /answers no record/,
  },
  {
    error: 'a record of another shape than declared',
    connector: withAction('get', { toRecord: (row) => ({ ...row, text: 5 }) }),
    check: 'notes get answers in its declared shape',
    says: /does not declare/,
  },
  {
    error: 'code that throws while a record is read',
    connector: withAction('get', {
      toRecord: () => {
        throw new Error('torn');
      },
    }),
    check: 'notes get answers in its declared shape',
    says: /internal/,
  },
  {
    error: 'a record without its key',
    connector: withAction('list', { toRecord: ({ id: _id, ...row }) => row }),
    check: 'notes list answers in its declared shape',
    says: /has no id, which is its key/,
  },
  {
    error: 'a read that writes',
    connector: withEntity({
      actions: {
        ...notes.actions,
        api_search: api('POST /notes', { summary: 'Search notes', params: listParams }),
      },
    }),
    check: 'reads with methods that change nothing',
    says: /notes api_search is sent as POST .notes, which is notes create/,
  },
  {
    error: 'a request that cannot be built',
    connector: withAction('create', {
      request: () => {
        throw new TypeError('text is no function');
      },
    }),
    check: 'notes create shows its request as a dry run and sends nothing',
    says: /internal/,
  },
  {
    error: 'a list without an end',
    connector: pagedBy(() => ({})),
    check: 'notes list leads to its end, with every record once',
    says: /does not end after/,
  },
  {
    error: 'a list that gives up after a page',
    connector: pagedBy(() => null),
    check: 'notes list leads to its end, with every record once',
    says: /25 records in pages of 100 but 7 in pages of 7/,
  },
  {
    error: 'a page size that does not reach the vendor',
    connector: withEntity({
      actions: {
        ...notes.actions,
        list: api('GET /notes', { summary: 'List', params: listParams, wire: ({ cursor }) => ({ query: { cursor } }) }),
      },
    }),
    check: 'notes list leads to its end, with every record once',
    says: /Does limit reach the vendor/,
  },
  {
    error: 'a read that works only once',
    connector: withAction('get', { request: once(notes.actions.get as Action) }),
    check: 'notes get survives a failure that passes',
    says: /does not survive/,
  },
  {
    error: 'a failure that is taken for a success',
    connector: withUpstream({
      failure: {
        message: ['error.message'],
        codes: { internal_error: 'upstream_rejected', '*': 'upstream_rejected' },
        code: ['error.message'],
      },
    }),
    check: "a 500 of the vendor is upstream_unavailable, in the vendor's words",
    says: /reported as upstream_rejected/,
  },
  {
    error: 'a credential that is not sent',
    connector: withUpstream({
      authentication: { key: { ...auth.bearer('api_key', 'API key'), headers: { authorization: 'Bearer fixed' } } },
    }),
    check: 'wrong credentials of key question the credential',
    says: /are they sent at all/,
  },
  {
    error: 'an id that does not reach the vendor',
    connector: withEntity({
      actions: {
        ...notes.actions,
        get: api('GET /notes', {
          summary: 'Get a note',
          params: byId,
          recordAt: 'notes.0',
          wire: () => ({ query: { limit: 1 } }),
        }),
      },
    }),
    check: 'notes get of what is not there is record_not_found',
    says: /Does the parameter reach the vendor/,
  },
  {
    error: 'records that are left out of the copy',
    connector: withAction('list', { keep: ({ id }) => !/[0-4]$/.test(id) }),
    check: "the copy of notes holds exactly the vendor's records after a complete pass",
    says: /the vendor has 25 notes, the copy/,
  },
  {
    error: 'a search field that throws',
    connector: withEntity({
      search: {
        fields: ['id', 'text'],
        derived: {
          first: {
            type: z.string(),
            from: () => {
              throw new Error('torn');
            },
          },
        },
      },
    }),
    check: 'a search of notes answers every search field',
    says: /search field first of notes cannot be computed .torn./,
  },
  {
    error: 'a search field that gets lost',
    connector: withAction('list', { toRecord: ({ created_at: _lost, ...row }) => row }),
    check: 'a search of notes answers every search field',
    says: /created_at of notes is null in the whole copy/,
  },
  {
    error: 'times that are declared as text',
    connector: withEntity({
      search: { fields: ['id'], derived: { written: { type: z.string(), from: ({ created_at }) => created_at } } },
    }),
    check: 'a search of notes answers every search field',
    says: /search field written of notes has times such as .*: declare it with time\(\)/,
  },
  {
    error: 'keys that differ in every answer',
    connector: withAction('list', { toRecord: changingKey() }),
    check: 'the copy of notes loses what the vendor loses',
    says: /removed at the vendor|no longer in the copy/,
  },
  {
    error: 'rows in another shape that nobody can undo',
    connector: withAction('list', { toRecord: ({ body, ...row }) => ({ ...row, text: body?.slice(0, 200) ?? null }) }),
    check: "notes list makes records of the vendor's rows that are the vendor's records",
    says: /text of .* becomes null. Simulate the action with toRow/,
  },
  {
    error: 'a toRow that undoes something else',
    connector: withAction('list', { toRecord: ({ body, ...row }) => ({ ...row, text: body }) }),
    simulation: {
      actions: { list: { toRow: ({ text, ...record }) => ({ ...record, body: text.toUpperCase() }) } },
    },
    check: "notes list makes records of the vendor's rows that are the vendor's records",
    says: /toRecord of notes list .* the sandbox does not undo that/,
  },
  {
    error: 'a cursor nobody can read as a time',
    connector: withEntity({
      sync: { via: 'list', params: { limit: 100 }, cursor: { field: 'created_at', param: 'since' } },
    }),
    simulation: { sample: (source) => ({ created_at: `${source.time(source.index)}`.replace('T', ' at ') }) },
    check: 'a later pass over notes reads only what is new',
    says: /reads created_at, which is not a time/,
  },
  {
    error: 'a cursor that never settles',
    connector: notebook,
    simulation: { sample: (source) => ({ created_at: source.time(-5) }) },
    check: 'a later pass over notes reads only what is new',
    says: /the cursor of notes never settles/,
  },
  {
    error: 'a cursor that is not sent',
    connector: withEntity({
      actions: {
        ...notes.actions,
        list: api('GET /notes', {
          summary: 'List',
          params: listParams,
          wire: ({ cursor, limit }) => ({ query: { cursor, limit } }),
        }),
      },
    }),
    check: 'a later pass over notes reads only what is new',
    says: /did not send since/,
  },
  {
    error: 'a cursor the vendor does not select by',
    connector: notebook,
    simulation: { actions: { list: { fields: { since: null } } } },
    check: 'a later pass over notes reads only what is new',
    says: /read 26 records, the full one 25/,
  },
  {
    error: 'a list that ends at a short page',
    connector: pagedBy((current) => {
      const cursor = current.value('next_cursor');
      return current.count < Number(current.params.limit ?? 20) || !cursor ? null : { cursor };
    }),
    check: 'calls are right when the vendor leaves a record out of a page that it has counted',
    says: /notes list has lost .*: look at its paging/,
  },
];

/** Builds a request on the first call, and throws on later calls. */
function once({ request }: Action): Action['request'] {
  let calls = 0;
  return (params) => {
    if (++calls > 2) throw new Error('used up');
    return request(params);
  };
}

function changingKey() {
  let calls = 0;
  return (row: Readonly<Record<string, unknown>>) => ({ ...row, id: `${row.id}-${Math.floor(calls++ / 25)}` });
}
