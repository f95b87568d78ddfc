import { expect, it } from 'vitest';
import { customerAt } from './cast.ts';

const customers = Array.from({ length: 200 }, (_, index) => customerAt(index));

it('no two customers have the same email address', () => {
  expect(new Set(customers.map(({ email }) => email)).size).toBe(customers.length);
});

it('a customer has an email address at the domain of the company, which nobody can own', () => {
  for (const { email, domain } of customers) {
    expect(email.endsWith(`@${domain}`)).toBe(true);
    expect(domain).toMatch(/^[a-z0-9]+\.example$/);
  }
});

it('the customers before the fortieth have a telephone number and a company of their own', () => {
  const listed = customers.slice(0, 40);
  expect(new Set(listed.map(({ phone }) => phone)).size).toBe(40);
  expect(new Set(listed.map(({ company }) => company)).size).toBe(40);
});
