import { expect, it } from 'vitest';
import { FieldPaths } from './field-paths.ts';

const paths = new FieldPaths(['customer.email', 'note', 'metadata.a.b']);

it.each(['note', 'note.x', 'customer.email', 'customer.email.0', 'metadata.a.b'])('covers %s', (path) => {
  expect(paths.covers(path)).toBe(true);
});

it.each(['', 'not', 'notes', 'customer', 'customer.emails', 'metadata.a'])('does not cover %j', (path) => {
  expect(paths.covers(path)).toBe(false);
});

it.each(['', 'customer', 'metadata', 'metadata.a'])('reaches below %j', (path) => {
  expect(paths.reachesBelow(path)).toBe(true);
});

it.each(['note', 'customer.email', 'cust', 'metadata.a.b', 'zoo'])('does not reach below %s', (path) => {
  expect(paths.reachesBelow(path)).toBe(false);
});
