import { describe, expect, it } from 'vitest';
import { changed, toyContract, toyManifest } from '../test/toy-shop.ts';
import { compareWithContract } from './compare-with-contract.ts';
import type { Difference } from './difference.ts';

const contract = toyContract();
const orders = 'entities.0';
const list = `${orders}.actions.0`;
const create = `${orders}.actions.2`;
const remove = `${orders}.actions.3`;
const string = { type: 'string' };
const text = { type: 'string', description: 'What it is' };
const short = ({ where, kind }: Difference) => `${kind} ${where}`;

describe('compareWithContract', () => {
  it('finds nothing in a right connector', () => {
    expect(compareWithContract(contract, toyManifest)).toEqual([]);
  });

  it.each([
    ['another kind', 'kind', 'store', 'kind kind'],
    ['an entity without summary', `${orders}.summary`, ' ', 'undescribed orders'],
    ['an action that is missing', `${orders}.actions.1`, undefined, 'missing orders/get'],
    ['an action that the contract does not have', `${orders}.actions.1.action`, 'update', 'extra orders/update'],
    ['an action without summary', `${list}.summary`, '', 'undescribed orders/list'],
    ['a parameter that is missing', `${list}.params.properties.sort`, undefined, 'missing orders/list/params/sort'],
    ['a parameter too many', `${list}.params.properties.page`, text, 'extra orders/list/params/page'],
    ['a parameter of another type', `${list}.params.properties.sort.type`, 'integer', 'type orders/list/params/sort'],
    [
      'a parameter that may be null',
      `${list}.params.properties.sort.type`,
      ['string', 'null'],
      'type orders/list/params/sort',
    ],
    ['a parameter of any type', `${list}.params.properties.sort.type`, undefined, 'type orders/list/params/sort'],
    ['a parameter that has to be sent', `${list}.params.required`, ['sort'], 'required orders/list/params/sort'],
    ['a parameter that can be left out', `${remove}.params.required`, [], 'required orders/delete/params/id'],
    ['an enum with a value less', `${list}.params.properties.state.enum`, ['open'], 'enum orders/list/params/state'],
    [
      'an enum with a value more',
      `${list}.params.properties.state.enum`,
      ['open', 'closed', 'lost'],
      'enum orders/list/params/state',
    ],
    ['no enum', `${list}.params.properties.state.enum`, undefined, 'enum orders/list/params/state'],
    [
      'a listed value that is refused',
      `${list}.params.properties.sort.enum`,
      ['id', 'name'],
      'enum orders/list/params/sort',
    ],
    [
      'items with another enum',
      `${list}.params.properties.tags.items.enum`,
      ['gift'],
      'enum orders/list/params/tags/items',
    ],
    [
      'items that nothing describes',
      `${list}.params.properties.tags.items`,
      undefined,
      'missing orders/list/params/tags/items',
    ],
    ['another bound of a parameter', `${list}.params.properties.code.maxLength`, 4, 'bound orders/list/params/code'],
    ['no bound of an array', `${list}.params.properties.tags.maxItems`, undefined, 'bound orders/list/params/tags'],
    ['another limit of the connector', `${list}.params.properties.limit.maximum`, 50, 'bound orders/list/params/limit'],
    [
      'a limit of the connector that another entity lacks',
      'entities.1.actions.0.params.properties.limit.minimum',
      undefined,
      'bound products/list/params/limit',
    ],
    ['another default', `${list}.params.properties.limit.default`, 20, 'default orders/list/params/limit'],
    ['no default', `${list}.params.properties.limit.default`, undefined, 'default orders/list/params/limit'],
    ['another pattern', `${list}.params.properties.code.pattern`, '^x$', 'pattern orders/list/params/code'],
    [
      'a parameter without description',
      `${list}.params.properties.sort.description`,
      undefined,
      'undescribed orders/list/params/sort',
    ],
    [
      'a nested member that is missing',
      `${create}.params.properties.order.properties.note`,
      undefined,
      'missing orders/create/params/order/note',
    ],
    [
      'a nested member too many',
      `${create}.params.properties.order.properties.colour`,
      text,
      'extra orders/create/params/order/colour',
    ],
    [
      'a nested member that can be left out',
      `${create}.params.properties.order.required`,
      [],
      'required orders/create/params/order/customer',
    ],
    [
      'a nested member without description',
      `${create}.params.properties.order.properties.note.description`,
      undefined,
      'undescribed orders/create/params/order/note',
    ],
    [
      'a member of items of another type',
      `${create}.params.properties.order.properties.lines.items.properties.sku.type`,
      'integer',
      'type orders/create/params/order/lines/items/sku',
    ],
    [
      'a member of items without description',
      `${create}.params.properties.order.properties.lines.items.properties.sku.description`,
      undefined,
      'undescribed orders/create/params/order/lines/items/sku',
    ],
    [
      'a parameter of a group that is missing',
      `${orders}.actions.1.params.properties.number`,
      undefined,
      'missing orders/get/params/number',
    ],
    ['a record field that is missing', `${orders}.record.properties.id`, undefined, 'missing orders/record/id'],
    [
      'a record field without a stated type that is missing',
      `${orders}.record.properties.legacy`,
      undefined,
      'missing orders/record/legacy',
    ],
    ['a record field too many', `${orders}.record.properties.colour`, string, 'extra orders/record/colour'],
    [
      'a record field of another type',
      `${orders}.record.properties.total.type`,
      ['integer', 'null'],
      'type orders/record/total',
    ],
    [
      'a record field with other values',
      `${orders}.record.properties.state.enum`,
      ['open'],
      'enum orders/record/state',
    ],
    [
      'a record field with other items',
      `${orders}.record.properties.lines.items`,
      string,
      'type orders/record/lines/items',
    ],
    [
      'a result without a field',
      `${remove}.result_schema.properties.deleted`,
      undefined,
      'missing orders/delete/result/deleted',
    ],
    [
      'the record in place of a stated result',
      `${remove}.result_schema`,
      undefined,
      'missing orders/delete/result/deleted',
    ],
    ['a pagination name that is missing', `${list}.meta`, ['has_more'], 'missing orders/list/meta/next_cursor'],
    [
      'a pagination name too many',
      `${list}.meta`,
      ['has_more', 'next_cursor', 'total'],
      'extra orders/list/meta/total',
    ],
  ])('finds %s', (_, path, value, difference) => {
    const differences = compareWithContract(contract, changed(toyManifest, path, value)).map(short);
    expect(differences).toContain(difference);
  });

  it('finds one difference for one fault', () => {
    const wrong = changed(toyManifest, `${list}.params.properties.limit.default`, 20);
    expect(compareWithContract(contract, wrong)).toEqual([
      { where: 'orders/list/params/limit', kind: 'default', message: 'it is default 20, the contract says default 10' },
    ]);
  });

  it('finds an entity that is missing and one too many', () => {
    const renamed = changed(toyManifest, 'entities.1.name', 'goods');
    expect(compareWithContract(contract, renamed).map(short)).toEqual(['missing products', 'extra goods']);
  });

  it('takes restrictions nobody states as differences only when the contract is exact', () => {
    const limited = changed(toyManifest, 'entities.1.actions.0.params.properties.limit.default', 5);
    expect(compareWithContract(contract, limited)).toEqual([]);
    expect(compareWithContract(contract, limited, { exact: true }).map(short)).toEqual([
      'default products/list/params/limit',
    ]);
  });

  it.each([
    ['never null', `${orders}.record.properties.total.type`, 'number'],
    ['null at times', `${orders}.record.properties.state.type`, ['string', 'null']],
  ])('takes a record field that is %s as right, whatever the contract says of null', (_, path, value) => {
    expect(compareWithContract(contract, changed(toyManifest, path, value))).toEqual([]);
  });

  it('reads the known values of a published record', () => {
    const state = { type: ['string', 'null'], 'x-extensible-enum': ['open'] };
    const narrower = changed(toyManifest, `${orders}.record.properties.state`, state);
    expect(compareWithContract(contract, narrower).map(short)).toEqual(['enum orders/record/state']);
  });

  it('takes a list of all the values the contract lists as right', () => {
    const listed = changed(toyManifest, `${list}.params.properties.sort.enum`, ['date', 'id']);
    expect(compareWithContract(contract, listed, { exact: true })).toEqual([]);
  });
});

describe('context_store_search', () => {
  const withFields = (...fields: readonly (readonly [string, string])[]) =>
    changed(toyManifest, `${orders}.search`, {
      fields: fields.map(([name, type]) => ({ name, type, nullable: true })),
    });

  it('is missing where the contract offers it and the connector does not', () => {
    const without = changed(toyManifest, `${orders}.actions.4`, undefined);
    expect(compareWithContract(contract, without).map(short)).toEqual(['missing orders/context_store_search']);
  });

  it('may have members of the stated fields beside them', () => {
    const fields = [
      ['id', 'string'],
      ['customer', 'object'],
      ['customer.name', 'string'],
      ['customer.city', 'string'],
    ] as const;
    expect(compareWithContract(contract, withFields(...fields))).toEqual([]);
  });

  it('is a difference where the contract does not offer it', () => {
    const offered = changed(toyManifest, 'entities.1.actions.1', toyManifest.entities[0].actions[4]);
    expect(compareWithContract(contract, offered).map(short)).toEqual(['extra products/context_store_search']);
  });

  it('may have a decimal for a text', () => {
    const fields = [
      ['id', 'decimal'],
      ['customer', 'object'],
      ['customer.name', 'string'],
    ] as const;
    expect(compareWithContract(contract, withFields(...fields))).toEqual([]);
  });

  it('is held to its fields', () => {
    const fields = [
      ['id', 'integer'],
      ['customer', 'object'],
      ['colour', 'string'],
    ] as const;
    expect(compareWithContract(contract, withFields(...fields)).map(short)).toEqual([
      'type orders/search/id',
      'missing orders/search/customer.name',
      'extra orders/search/colour',
    ]);
  });
});
