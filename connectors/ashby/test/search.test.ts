import type { Entity, RawValue } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { applications } from '../src/entities/applications.ts';
import { candidates } from '../src/entities/candidates.ts';
import { jobPostings } from '../src/entities/job-postings.ts';
import { jobs } from '../src/entities/jobs.ts';
import { users } from '../src/entities/users.ts';

const derived = ({ search }: Entity, field: string, record: RawValue) => search?.derived[field]?.from?.(record);

describe('search fields', () => {
  it('find what Ashby sends beyond the record of the contract', () => {
    const candidate = { id: '1', company: 'Acme', position: 'Engineer', school: null };
    expect(derived(candidates, 'company', candidate)).toBe('Acme');
    expect(derived(candidates, 'position', candidate)).toBe('Engineer');
    expect(derived(candidates, 'school', candidate)).toBeNull();
  });

  it('show the text of an archive reason', () => {
    const archiveReason = { id: '7', text: 'Position closed', reasonType: 'Other' };
    expect(derived(applications, 'archiveReason', { archiveReason })).toBe('Position closed');
    expect(derived(applications, 'archiveReason', { archiveReason: null }) ?? null).toBeNull();
  });
});

it.each([candidates, applications, jobs, users])('reads the largest pages of $name', (entity) => {
  const { list } = entity.actions;
  expect(entity.sync?.via).toBe('list');
  expect(list.request(list.params.parse(entity.sync?.params)).body?.value).toEqual({ limit: 100 });
});

it('reads job postings without a page size, which Ashby does not describe for them', () => {
  const { list } = jobPostings.actions;
  expect(list.request(list.params.parse(jobPostings.sync?.params ?? {})).body?.value).toEqual({});
});
