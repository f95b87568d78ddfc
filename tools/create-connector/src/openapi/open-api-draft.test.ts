import { describe, expect, it } from 'vitest';
import { connectorNames } from '../names.ts';
import { entityChoices } from './entity-choices.ts';
import { openApiDraft } from './open-api-draft.ts';
import { openApiSource } from './open-api-source.ts';

const names = connectorNames('acme');

/** A document with these paths. */
const documentOf = (paths: object, rest: object = {}) =>
  openApiSource(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Acme', version: '1' },
      servers: [{ url: 'https://api.acme.example' }],
      paths,
      ...rest,
    }),
    'acme',
  );

const response = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });
const record = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, name: { type: ['string', 'null'] } },
};
const list = (properties: object, parameters: readonly string[] = []) => ({
  get: {
    parameters: parameters.map((name) => ({
      name,
      in: 'query',
      schema: { type: ['limit', 'offset', 'page'].includes(name) ? 'integer' : 'string', maximum: 100 },
    })),
    ...response({ type: 'object', properties: { data: { type: 'array', items: record }, ...properties } }),
  },
});
const draftOf = (paths: object, entity = 'things', rest: object = {}) => {
  const draft = openApiDraft(names, documentOf(paths, rest), [entity]);
  const { toCheck, leftOut } = draft.notes;
  return { ...draft, source: draft.entities[0]?.source ?? '', notes: toCheck, leftOut };
};

describe('entities', () => {
  const namesIn = (paths: Record<string, object>) =>
    entityChoices(documentOf(paths)).map(
      ({ name, actions }) => `${name}: ${actions.map(({ action }) => action).join(' ')}`,
    );
  const one = { get: {} };

  it('are the collections of the paths, with what can be done to them', () => {
    const paths = {
      '/v1/things': { get: {}, post: {} },
      '/v1/things/{id}': { get: {}, put: {}, patch: {}, delete: {} },
      '/v1/things/search': one,
      '/v1/things/{id}/download': one,
    };
    expect(namesIn(paths)).toEqual(['things: list create get update delete api_search download']);
  });

  it('are told apart by their parents', () => {
    expect(namesIn({ '/notes': one, '/people/{id}/notes': one, '/teams/{id}/notes': one })).toEqual([
      'notes: list',
      'people_notes: list',
      'team_notes: list',
    ]);
  });

  it('do not care for a format behind the path', () => {
    expect(namesIn({ '/things.json': one, '/things/{id}.json': one })).toEqual(['things: list get']);
  });

  it('are not verbs: what one only posts to is no entity unless it is a plural', () => {
    const post = { post: {} };
    const paths = {
      '/things/{id}/accept': post,
      '/things/{id}/addTags': post,
      '/things/{id}/notes': post,
      '/batch': post,
    };
    expect(namesIn(paths)).toEqual(['batch: create', 'notes: create']);
  });

  it('are not made of what means nothing in particular', () => {
    expect(namesIn({ '/': one, '/{id}': one, '/a/{b}/{c}': one, '/reports.{format}': one })).toEqual([]);
  });
});

const text = { type: 'string' };

describe('an entity', () => {
  it.each<[string, object, readonly string[], string | undefined]>([
    [
      'a cursor',
      { next_cursor: { type: 'string' } },
      ['cursor', 'limit'],
      "page.cursor({ param: 'cursor', next: 'next_cursor', size: 'limit' })",
    ],
    [
      'a nested cursor',
      { meta: { type: 'object', properties: { next_cursor: {} } } },
      ['cursor'],
      "page.cursor({ param: 'cursor', next: 'meta.next_cursor' })",
    ],
    [
      'the last id',
      { has_more: { type: 'boolean' } },
      ['starting_after', 'limit'],
      "page.lastId({ param: 'starting_after', more: 'has_more', size: 'limit' })",
    ],
    [
      'a URL',
      { links: { type: 'object', properties: { next: {} } } },
      ['page'],
      "page.nextUrl({ param: 'page', next: 'links.next' })",
    ],
    [
      'an offset',
      { total: { type: 'integer' } },
      ['offset', 'limit'],
      "page.offset({ param: 'offset', size: 'limit', total: 'total' })",
    ],
    [
      'an offset, where a cursor is possible as well',
      { next_cursor: { type: 'string' } },
      ['cursor', 'offset', 'limit'],
      "page.offset({ param: 'offset', size: 'limit' })",
    ],
    ['page numbers', {}, ['page', 'limit'], "page.pageNumber({ param: 'page', size: 'limit' })"],
    [
      'a cursor below the next page',
      { pages: { properties: { next: { properties: { starting_after: {} } } } } },
      ['starting_after'],
      "page.cursor({ param: 'starting_after', next: 'pages.next.starting_after' })",
    ],
    ['nothing', {}, ['limit'], undefined],
    ['a cursor that no response has', {}, ['cursor'], undefined],
    ['page numbers without a size', {}, ['page'], undefined],
  ])('pages by %s', (_about, properties, parameters, paging) => {
    const { source } = draftOf({ '/things': list(properties, parameters) });
    if (paging === undefined) expect(source).toContain('paging: null,');
    else expect(source).toContain(`paging: ${paging},`);
    expect(source).toContain("recordsAt: 'data',");
  });

  it('has its key, search fields and a sync plan with the largest page', () => {
    const { source } = draftOf({ '/things': list({}, ['limit', 'offset']) });
    expect(source).toContain("key: 'id',");
    expect(source).toContain("search: { fields: ['id', 'name'] },");
    expect(source).toContain("sync: { via: 'list', params: { limit: 100 } },");
  });

  const keyedBy = (properties: object, paths: object = {}) => {
    const { get } = list({});
    const schema = { type: 'array', items: { type: 'object', properties } };
    return draftOf({ '/things': { get: { ...get, ...response(schema) } }, ...paths });
  };

  it.each([
    ['gid', { name: text, gid: text }, {}],
    ['uuid', { name: text, uuid: text }, {}],
    ['thing_ref', { name: text, thing_ref: text }, { '/things/{thing_ref}': { get: {} } }],
    ['code', { name: text, code: text, uuid: text }, { '/things/{thingCode}': { get: {} } }],
  ])('has the key %s, not its name, and a note to check it', (key, properties, paths) => {
    const { source, notes } = keyedBy(properties, paths);
    expect(source).toContain(`key: '${key}',`);
    expect(notes.join()).toContain(`things.ts: the key is guessed to be ${key};`);
  });

  it('has no key and no copy if only a name could be one, and notes say so', () => {
    const { source, notes } = keyedBy({ name: text, code: text, title: text }, { '/things/{name}': { get: {} } });
    expect(source).toContain('key: null,');
    expect(source).not.toContain('sync:');
    expect(notes.join()).toContain('no key was recognized');
  });

  it('pages by an opaque offset as by a cursor, never by counting', () => {
    const parameters = ['offset', 'limit'].map((name) => ({
      name,
      in: 'query',
      schema: { type: name === 'limit' ? 'integer' : 'string' },
    }));
    const sourceOf = (properties: object) =>
      draftOf({ '/things': { get: { ...list(properties).get, parameters } } }).source;
    const next = { type: 'object', properties: { offset: text, path: text, uri: text } };
    expect(sourceOf({ next_page: next })).toContain(
      "page.cursor({ param: 'offset', next: 'next_page.offset', size: 'limit' })",
    );
    expect(sourceOf({ total: { type: 'integer' } })).toContain('paging: null,');
  });

  it('counts pages from the default or the minimum of the parameter', () => {
    const sourceOf = (page: object) => {
      const number = { name: 'page', in: 'query', schema: { type: 'integer', ...page } };
      const size = { name: 'size', in: 'query', schema: { type: 'integer' } };
      return draftOf({ '/things': { get: { ...list({}).get, parameters: [number, size] } } }).source;
    };
    const paging = "page.pageNumber({ param: 'page', size: 'size'";
    expect(sourceOf({ default: 0 })).toContain(`${paging}, first: 0 })`);
    expect(sourceOf({ minimum: 0 })).toContain(`${paging}, first: 0 })`);
    expect(sourceOf({ minimum: 0, default: 1 })).toContain(`${paging} })`);
  });

  it('starts after the key of the last record, and has no such paging without a key', () => {
    const of = (properties: object) =>
      draftOf({
        '/things': {
          get: {
            parameters: [{ name: 'starting_after', in: 'query', schema: text }],
            ...response({ properties: { has_more: { type: 'boolean' }, data: { items: { properties } } } }),
          },
        },
      }).source;
    expect(of({ gid: text })).toContain("page.lastId({ param: 'starting_after', more: 'has_more', id: 'gid' })");
    expect(of({ title: text })).toContain('paging: null,');
  });

  it('pages by the header Link where a response declares it', () => {
    const { get } = list({}, ['page']);
    const headers = { Link: { schema: text } };
    const { source } = draftOf({
      '/things': { get: { ...get, responses: { 200: { ...get.responses[200], headers } } } },
    });
    expect(source).toContain("paging: page.linkHeader({ param: 'page' }),");
  });

  it('has no copy if its list seems to be paged and nothing says how: one page would look complete', () => {
    const { source, notes } = draftOf({ '/things': list({ has_more: { type: 'boolean' } }, ['limit']) });
    expect(source).not.toContain('sync:');
    expect(notes.join()).toContain(
      'it is not searchable yet: the list seems to be paged, with has_more and limit, and nothing says how',
    );
    expect(draftOf({ '/things': list({}) }).source).toContain("sync: { via: 'list' },");
  });

  const header = (name: string, schema: object = text) => ({ name, in: 'header', required: true, schema });

  it('ignores header parameters that OpenAPI says to ignore', () => {
    const parameters = ['Accept', 'content-type', 'Authorization'].map((name) => header(name));
    const { source } = draftOf({ '/things': { get: { ...list({}).get, parameters } } });
    expect(source).not.toMatch(/accept|content.type|authorization/i);
  });

  it('sends a required header with the only value that it can have, and takes any other as a parameter', () => {
    const post = {
      parameters: [header('From'), header('X-Early', { enum: ['yes'] }), { ...header('X-Trace'), required: false }],
      requestBody: { content: { 'application/json': { schema: { properties: { name: text } } } } },
    };
    const { source } = draftOf({ '/things': { ...list({}), post } });
    const [, create = ''] = source.split('create: api(');
    expect(create).toContain("from: z.string().describe('The header From'),");
    expect(create).toContain("headers: { 'X-Early': 'yes' },");
    expect(create).toContain('wire: ({ from, ...rest }) => ({ headers: { From: from }, body: rest }),');
    expect(create).not.toMatch(/trace/i);
  });

  it('sends the query of a write as a query, and the header of a read as a header', () => {
    const query = { name: 'page[size]', in: 'query', schema: text };
    const { source } = draftOf({
      '/things': { ...list({}), post: { parameters: [query] } },
      '/things/{id}': { get: { parameters: [header('X-Scope')], ...response(record) } },
    });
    expect(source).toContain(
      "wire: ({ 'page[size]': pageSize, ...rest }) => ({ query: { 'page[size]': pageSize }, body: rest }),",
    );
    expect(source).toContain(
      "wire: ({ x_scope: xScope, ...rest }) => ({ headers: { 'X-Scope': xScope }, query: rest }),",
    );
  });

  it('has the fields within a body that only wraps them, and sends them wrapped', () => {
    const bodyOf = (properties: object) => ({
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
    });
    const inner = { type: 'object', required: ['title'], properties: { id: text, title: text } };
    const { source } = draftOf({
      '/things': { ...list({}), post: bodyOf({ thing: inner }) },
      '/things/{id}': { put: bodyOf({ data: inner }) },
    });
    expect(source).toMatch(
      /title: z\.string\(\)\.describe\('Title'\),\s+\}\),\s+wire: \(rest\) => \(\{ body: \{ thing: rest \} \}\),/,
    );
    expect(source).toContain("wire: (rest, all) => ({ body: { data: { ...rest, id: all['id'] } } }),");
    const plain = draftOf({ '/things': { ...list({}), post: bodyOf({ thing: inner, notify: text }) } });
    expect(plain.source).not.toContain('wire:');
  });

  it('takes the fields of all shapes that a body can have, and a note says so', () => {
    const shape = (properties: object) => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: text, ...properties },
    });
    const schema = { oneOf: [shape({ email: text }), shape({ phone: text })] };
    const post = { requestBody: { content: { 'application/json': { schema } } } };
    const { source, notes } = draftOf({ '/things': { ...list({}), post } });
    expect(source).toMatch(
      /kind: z\.string\(\)\.describe.*\s+email: z\.string\(\)\.optional\(\).*\s+phone: z\.string\(\)\.optional\(\)/,
    );
    expect(notes.join()).toContain('the body of create has one of several shapes');
  });

  it('has no field in its record that is only sent', () => {
    const properties = { id: text, password: { ...text, writeOnly: true } };
    const { source } = draftOf({
      '/things': {
        get: response({ type: 'array', items: { type: 'object', properties } }),
        post: { requestBody: { content: { 'application/json': { schema: { properties } } } } },
      },
    });
    expect(source.match(/password/g)?.length).toBe(1);
    expect(source).toContain("password: z.string().optional().describe('Password'),");
  });

  it('lists the fields of its record and of other results that may hold text, also below or in lists', () => {
    const made = { type: 'object', properties: { id: { type: 'string' }, receipt: { type: 'string' } } };
    const properties = {
      id: { type: 'integer' },
      author: { type: 'object', properties: { name: { type: 'string' } } },
      labels: { type: 'array', items: { type: 'string' } },
      sizes: { type: 'array', items: { type: 'integer' } },
      state: { enum: ['open', 'closed'] },
      seen_at: { type: 'string', format: 'date-time' },
      extra: {},
      secret: { type: 'string', writeOnly: true },
    };
    const { entities } = draftOf({
      '/things': { get: response({ type: 'array', items: { type: 'object', properties } }), post: response(made) },
    });
    expect(entities[0]?.texts).toEqual(['author', 'labels', 'extra', 'id', 'receipt']);
  });

  it('does not declare fields of a record whose names have white space, which nothing could mark', () => {
    const spaced = { ...record, properties: { ...record.properties, 'First Name': { type: 'string' } } };
    const { source, entities } = draftOf({ '/things': { get: response({ type: 'array', items: spaced }) } });
    expect(source).not.toContain('First Name');
    expect(entities[0]?.texts).toEqual(['id', 'name']);
  });

  it('follows a reference to any place of the description', () => {
    const schemas = { 'a/b {c}': { allOf: [record, { properties: { title: text } }] } };
    const first = { $ref: '#/components/schemas/a~1b%20%7Bc%7D/allOf/0' };
    const get = response({ type: 'array', items: first });
    const { source, notes } = draftOf({ '/things': { get } }, 'things', { components: { schemas } });
    expect(source).toContain("key: 'id',");
    expect(notes.join()).not.toContain('The description has no');
  });

  it('says which references lead nowhere, and omits what refers to them', () => {
    const items = { ...record, properties: { ...record.properties, owner: { $ref: 'owner.yaml#/Owner' } } };
    const { source, notes } = draftOf({ '/things': { get: response({ type: 'array', items }) } });
    expect(source).toContain('owner: z.unknown()');
    expect(notes).toContain('The description has no owner.yaml#/Owner; what refers to it was omitted.');
  });

  const itemsOf = (items: object, components: object = {}, name = 'acme.json') => {
    const paths = { '/things': { get: response({ type: 'array', items }) } };
    const document = { openapi: '3.1.0', info: {}, servers: [{ url: 'https://a.example' }], paths, components };
    const { entities, notes } = openApiDraft(names, openApiSource(JSON.stringify(document), name), ['things']);
    return { entities, notes: notes.toCheck };
  };

  it('has the fields of every part of its record, also where several parts describe one field', () => {
    const schemas = {
      Resource: { type: 'object', properties: { id: text, type: text, owner: { properties: { id: text } } } },
      Thing: {
        allOf: [{ $ref: '#/components/schemas/Resource' }],
        properties: { type: { enum: ['thing'] }, owner: { properties: { email: text } } },
      },
    };
    const { entities } = itemsOf({ $ref: '#/components/schemas/Thing' }, { schemas });
    expect(entities[0]?.source).toContain("type: z.enum(['thing'])");
    expect(entities[0]?.source).toMatch(/owner: z\.object\(\{\s+id: .*\s+email: .*\s+\}\)/);
  });

  it('has the fields of all its shapes, and a field that they give different types is unknown', () => {
    const circle = { type: 'object', required: ['id'], properties: { id: text, radius: { type: 'number' }, of: text } };
    const square = { type: 'object', required: ['id'], properties: { id: text, of: { type: 'integer' } } };
    const { entities } = itemsOf({ oneOf: [circle, square] });
    expect(entities[0]?.source).toContain("key: 'id',");
    expect(entities[0]?.source).toContain('radius: z.number().nullish()');
    expect(entities[0]?.source).toContain('of: z.unknown()');
  });

  it('keeps the format that all shapes give a field, and cannot search texts that seem to be times without one', () => {
    const shape = (kind: string) => ({
      properties: {
        id: text,
        kind: { const: kind, type: 'string' },
        created_at: { type: 'string', format: 'date-time', description: kind },
        seen_on: text,
        version: text,
      },
    });
    const paths = { '/things': { get: response({ type: 'array', items: { anyOf: [shape('a'), shape('b')] } }) } };
    const { source, notes } = draftOf(paths);
    expect(source).toContain('created_at: z.iso.datetime({ offset: true }).nullish()');
    expect(source).toContain("search: { fields: ['id', 'kind', 'created_at', 'version'] },");
    expect(notes.join()).toContain('not searchable, because their format is not described: seen_on.');
  });

  it('follows references by the name of the file itself, and keeps what is written next to a reference', () => {
    const items = {
      type: 'object',
      properties: { id: { $ref: './acme.json#/components/schemas/Id', description: 'Which' } },
    };
    const { entities, notes } = itemsOf(items, { schemas: { Id: text } });
    expect(entities[0]?.source).toContain("id: z.string().describe('Which'),");
    expect(notes.join()).not.toContain('The description has no');
  });

  it('reports references that lead to each other', () => {
    const schemas = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } };
    const items = { type: 'object', properties: { id: text, a: { $ref: '#/components/schemas/A' } } };
    const { entities, notes } = itemsOf(items, { schemas });
    expect(entities[0]?.source).toContain('a: z.unknown()');
    expect(notes).toContain('The description has no #/components/schemas/A; what refers to it was omitted.');
  });

  it('has no parameters for fields that only the vendor sets, at any depth', () => {
    const set = { readOnly: true, type: 'string' };
    const schema = {
      type: 'object',
      properties: {
        name: text,
        made: set,
        state: { allOf: [{ $ref: '#/components/schemas/State' }, { readOnly: true }] },
        data: { type: 'object', properties: { color: text, changed: set } },
      },
    };
    const post = { requestBody: { content: { 'application/json': { schema } } } };
    const components = { schemas: { State: { type: 'string' } } };
    const { source } = draftOf({ '/things': { ...list({}), post } }, 'things', { components });
    const [, create = ''] = source.split('create: api(');
    expect(create).toContain('name: ');
    expect(create).toContain('color: ');
    expect(create).not.toMatch(/made|state|changed/);
  });

  it('refers to another record in a write by the ID that only the vendor sets', () => {
    const set = { ...text, readOnly: true };
    const owner = { type: 'object', properties: { id: set, type: set, self: set } };
    const schema = { type: 'object', properties: { name: text, owner } };
    const post = { requestBody: { content: { 'application/json': { schema } } } };
    const { source } = draftOf({ '/things': { ...list({}), post } });
    expect(source).toMatch(/owner: z\.strictObject\(\{\s+id: .*\s+type: .*\s+\}\)/);
    expect(source).not.toContain('self');
  });

  it('is not searchable if its list requires a parameter, and a note says which', () => {
    const { source, notes } = draftOf({ '/things/{thing_id}/parts': list({}, ['limit']) }, 'parts');
    expect(source).not.toContain('sync:');
    expect(notes.join()).toContain('it is not searchable yet: the list requires thing_id');
  });

  it('keeps what the description says of fields, and asks for the rest', () => {
    const thing = {
      ...record,
      properties: {
        ...record.properties,
        weight: { type: 'number', description: 'Weight in grams. Null until weighed.' },
        made_at: { type: 'string', format: 'date-time' },
        state: { type: 'string' },
      },
    };
    const { source, notes } = draftOf({ '/things': { get: response({ type: 'array', items: thing }) } });
    expect(source).toContain("weight: z.number().nullish().describe('Weight in grams'),");
    expect(source).toContain('made_at: z.iso.datetime({ offset: true }).nullish(),');
    expect(notes.join('\n')).toContain('does not explain these fields of a record: state.');
  });

  it('says in a sentence what it is and what each action does', () => {
    const { source } = draftOf({
      '/things': { get: { ...list({}).get, summary: 'listThings' }, post: { summary: 'create a thing.' } },
      '/things/{id}': { delete: {} },
    });
    expect(source).toContain("summary: 'Things',");
    expect(source).toContain("summary: 'List things',");
    expect(source).toContain("summary: 'Create a thing',");
    expect(source).toContain("summary: 'Delete a thing',");
  });

  it('says what an action returns where that is not the record', () => {
    const more = {
      ...record,
      properties: { ...record.properties, parts: { type: 'array', items: { type: 'string' } } },
    };
    const { source } = draftOf({ '/things': list({}), '/things/{id}': { get: response(more) } });
    expect(source).toMatch(/get: api\([\s\S]*?result: z\.object\(\{[\s\S]*?parts: z\.array\(z\.string\(\)\)/);
    const same = draftOf({ '/things': list({}), '/things/{id}': { get: response(record) } });
    expect(same.source).not.toContain('result:');
  });

  it('repeats in the body what the path says, where the description does', () => {
    const content = { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } };
    const { source } = draftOf({ '/things': list({}), '/things/{id}': { put: { requestBody: { content } } } });
    expect(source).toContain("wire: (rest, all) => ({ body: { ...rest, id: all['id'] } }),");
  });

  it('that is there once is got, not listed', () => {
    const { source, leftOut } = draftOf({ '/things': { get: response(record) } });
    expect(source).toContain("get: api('GET /things', {");
    expect(leftOut).toEqual([]);
  });

  it('leaves out what cannot be declared, and says why', () => {
    const body = (type: string, schema: object) => ({ requestBody: { content: { [type]: { schema } } } });
    const paths = {
      '/things': { ...list({}), post: body('multipart/form-data', {}) },
      '/things/{id}': {
        get: response(record),
        patch: body('application/json', { type: 'array' }),
        put: body('application/json', { oneOf: [record, { type: 'string' }] }),
      },
    };
    const { source, leftOut } = draftOf(paths);
    expect(source).not.toMatch(/create: |update: /);
    expect(leftOut).toEqual([
      'src/entities/things.ts: POST /things, because its body is multipart/form-data.',
      'src/entities/things.ts: PATCH /things/{id}, because its body is a list.',
    ]);
  });

  it('says which operations of its paths have no action', () => {
    const post = {};
    const { leftOut } = draftOf({
      '/things': list({}),
      '/things/{id}/accept': { post },
      '/things/{id}/notes': { post },
      '/people/{id}/greet': { post },
      '/things/{id}/print': { get: { responses: { 200: { content: { 'application/pdf': {} } } } } },
    });
    expect(leftOut).toEqual([
      'src/entities/things.ts: POST /things/{id}/accept, because they are none of list, get, create, update and delete: declare what you need as an entity with a create.',
    ]);
  });

  it('has no action whose response is a file that is not downloaded', () => {
    const get = { responses: { 200: { content: { 'application/pdf': {} } } } };
    const { leftOut } = draftOf({ '/things': list({}), '/things/{id}': { get } });
    expect(leftOut).toEqual(['src/entities/things.ts: GET /things/{id}, because its response is application/pdf.']);
  });

  it('sends a form as one', () => {
    const create = {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
        },
      },
    };
    expect(draftOf({ '/things': { ...list({}), post: create } }).source).toContain("encoding: 'form',");
  });

  it('cannot get code into the source by its texts', () => {
    const hostile = "*/ process.exit(1); /* ' + process.exit(1) + ' \n` $" + '{process.exit(1)}';
    const paths = {
      '/things': {
        get: {
          ...list({}).get,
          summary: hostile,
          parameters: [{ name: "a'b", in: 'query', description: hostile, schema: { enum: [hostile] } }],
        },
      },
    };
    const { source, adapter } = draftOf(paths, 'things', { info: { title: hostile, version: hostile } });
    for (const text of [source, adapter]) {
      expect(text).not.toMatch(/^[^'/]*process\.exit/m);
      expect(text.replaceAll(/'(?:[^'\\\n]|\\.)*'/g, '').replaceAll(/\/\*\*.*?\*\//g, '')).not.toContain(
        'process.exit',
      );
    }
  });

  it('of a document that refers to itself is finite', () => {
    const node = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        child: { $ref: '#/components/schemas/Node' },
        all: { allOf: [{ $ref: '#/components/schemas/Node' }] },
      },
    };
    const schemas = { Node: node, Loop: { $ref: '#/components/schemas/Loop' } };
    const paths = {
      '/things': { get: response({ type: 'array', items: { $ref: '#/components/schemas/Node' } }) },
      '/loops': { get: response({ $ref: '#/components/schemas/Loop' }) },
    };
    const { source } = draftOf(paths, 'things', { components: { schemas } });
    expect(source.length).toBeLessThan(5000);
    expect(() => draftOf(paths, 'loops', { components: { schemas } })).toThrow('has no list of records');
  });
});

describe('the adapter', () => {
  const adapterOf = (securitySchemes: object, servers: readonly object[] = [{ url: 'https://api.acme.example' }]) =>
    draftOf({ '/things': list({}) }, 'things', { servers, components: { securitySchemes } }).adapter;

  it.each<[string, object, string]>([
    ['a bearer token', { type: 'http', scheme: 'bearer' }, "auth.bearer('token', 'API token of the Acme account')"],
    [
      'a key in a header',
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      "auth.header('X-Key', 'api_key', 'API key of the Acme account')",
    ],
    ['a user and a password', { type: 'http', scheme: 'basic' }, "username: '{username}'"],
    [
      'an authorization code',
      {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://a.example/x',
            tokenUrl: 'https://a.example/t',
            scopes: { read: '' },
          },
        },
      },
      "scopes: ['read']",
    ],
    [
      'client credentials',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t' } } },
      'auth.clientCredentials({',
    ],
    ['nothing it knows', { type: 'apiKey', in: 'query', name: 'key' }, "token: auth.bearer('token',"],
  ])('authenticates with %s', (_about, scheme, wanted) => {
    expect(adapterOf({ main: scheme })).toContain(wanted);
  });

  it('puts what the description says before a key in the header Authorization', () => {
    const scheme = (description: string) => ({ type: 'apiKey', in: 'header', name: 'Authorization', description });
    const adapter = adapterOf({ main: scheme('The key with format `Token token=<API_KEY>`') });
    expect(adapter).toContain("'The key with format Token token=', 'Token token={api_key}'),");
    expect(adapterOf({ main: scheme('Your key') })).toContain("auth.header('Authorization', 'api_key', 'Your key'),");
  });

  it('sends the version header of the description with the version of the connection', () => {
    const header = { name: 'Acme-Version', in: 'header', schema: { enum: ['1', '2'], default: '2' } };
    const { adapter, source } = draftOf({ '/things': { ...list({}), parameters: [header] } });
    expect(adapter).toContain("version: { pinned: '2', sunset: null },");
    expect(adapter).toContain("headers: { 'Acme-Version': '{api_version}' },");
    expect(source).not.toContain('Version');
  });

  it('asks only for the scopes that the chosen actions need, where the description says so', () => {
    const scopes = { 'things:read': '', 'things:write': '', 'people:read': '' };
    const flows = { clientCredentials: { tokenUrl: 'https://a.example/t', scopes } };
    const draft = (security?: object[]) => {
      const paths = { '/things': { get: { ...list({}).get, security } }, '/people': list({}) };
      return draftOf(paths, 'things', { components: { securitySchemes: { main: { type: 'oauth2', flows } } } });
    };
    expect(draft([{ main: ['things:read'] }]).adapter).toContain("scopes: ['things:read'],");
    const all = draft();
    expect(all.adapter).toContain("scopes: ['things:read', 'things:write', 'people:read'],");
    expect(all.notes.join()).toContain('does not say which scopes of main the actions need');
  });

  it.each<[string, object, string]>([
    [
      'a list of errors',
      { errors: { type: 'array', items: { type: 'object', properties: { help: {}, message: { type: 'string' } } } } },
      "failure: { message: ['errors.0.message'] },",
    ],
    [
      'an error with a code',
      { fault: { type: 'object', properties: { code: { type: 'string' }, reason: { type: 'string' } } } },
      "failure: { message: ['fault.reason'], code: ['fault.code'] },",
    ],
    [
      'an error with a number for a code and a list of texts',
      {
        error: {
          type: 'object',
          properties: { errors: { type: 'array', items: text }, code: { type: 'integer' }, message: text },
        },
      },
      "failure: { message: ['error.message'], code: ['error.code'] },",
    ],
    ['a title and a message', { title: text, message: text }, "failure: { message: ['message'] },"],
    ['a list of texts', { errors: { type: 'array', items: text } }, "failure: { message: ['errors.0'] },"],
    ['nothing it knows', {}, "failure: { message: ['error.message', "],
  ])('finds the message of an error in %s', (_about, properties, failure) => {
    const { get } = list({});
    const error = response({ type: 'object', properties }).responses[200];
    const { adapter } = draftOf({ '/things': { get: { responses: { ...get.responses, 400: error } } } });
    expect(adapter).toContain(failure);
  });

  it('looks for the message where each described error has it, and otherwise in the shared responses', () => {
    const body = (properties: object) => response({ type: 'object', properties }).responses[200];
    const { get } = list({});
    const errors = { 400: body({ message: text }), 422: body({ errors: { items: { properties: { detail: text } } } }) };
    const { adapter } = draftOf({ '/things': { get: { responses: { ...get.responses, ...errors } } } });
    expect(adapter).toContain("failure: { message: ['message', 'errors.0.detail'] },");
    const responses = {
      Message: body({ error_type: text, text }),
      Failed: body({ error: { properties: { reason: text } } }),
    };
    const shared = draftOf({ '/things': { get } }, 'things', { components: { responses } });
    expect(shared.adapter).toContain("failure: { message: ['error.reason'] },");
  });

  it('takes the first server, its variables filled in', () => {
    const server = { url: 'https://{region}.acme.example/v2/', variables: { region: { default: 'eu' } } };
    expect(adapterOf({}, [server])).toContain("baseUrl: 'https://eu.acme.example/v2',");
    expect(adapterOf({}, [{ url: '/v2' }])).toContain("baseUrl: 'https://api.acme.example',");
  });
});
