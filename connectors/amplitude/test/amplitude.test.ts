import { describe, expect, it } from 'vitest';
import { amplitude } from '../src/index.ts';

const [annotations, cohorts] = amplitude.entities;

describe('Amplitude', () => {
  it('finds one cohort in the list, since it has no address of its own', () => {
    const get = cohorts?.actions.get;
    expect(get?.request({ cohort_id: 'abc' })).toMatchObject({ method: 'GET', path: '/3/cohorts' });
    expect(get?.request({ cohort_id: 'abc' }).query).toBeUndefined();
  });

  it('says the first day of an annotation', () => {
    const list = annotations?.actions.list;
    expect(list?.toRecord?.({ id: 1, start: '2025-11-01T07:00:00+00:00', label: 'Launch' }, {})).toEqual({
      id: 1,
      date: '2025-11-01',
      label: 'Launch',
    });
  });
});
