import type { EntityLayout } from '@connectory/context-store';
import { expect, it } from 'vitest';
import { type FieldChoice, fieldChooser } from '../select-fields.ts';
import { searchFieldPath } from './search-field-path.ts';

const names = ['id', 'owner', 'owner.login', 'owner.login.parts', 'content.author.login'];
const fields = names.map((name) => ({ name, type: 'any' as const, absent: false, members: {} }));
const layout: EntityLayout = { connector: 'test', entity: 'things', fields };
const split = searchFieldPath(layout);

it.each([
  ['id', ['id']],
  ['owner.login', ['owner.login']],
  ['owner.login.parts', ['owner.login.parts']],
  ['owner.login.first', ['owner.login', 'first']],
  ['owner.login.parts.0.x', ['owner.login.parts', '0', 'x']],
  ['owner.loginname', ['owner', 'loginname']],
  ['content.author', ['content', 'author']],
  ['elsewhere.x', ['elsewhere', 'x']],
])('splits %s behind the longest search field it begins with', (path, parts) => {
  expect(split(path)).toEqual(parts);
});

it('lets fields with dots in their names be chosen', () => {
  const record = { id: 1, 'owner.login': { first: 'a', last: 'b' }, owner: { login: 'c', name: 'd' } };
  const choose = (choice: FieldChoice) =>
    JSON.parse(String(fieldChooser(choice, split)?.(Buffer.from(JSON.stringify(record)))));
  expect(choose({ select: ['owner.login.first'], exclude: undefined })).toEqual({ 'owner.login': { first: 'a' } });
  expect(choose({ select: undefined, exclude: ['owner.login', 'owner.name'] })).toEqual({
    id: 1,
    owner: { login: 'c' },
  });
});
