import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { amplitude } from '../src/index.ts';

const [annotations, cohorts] = amplitude.entities;

describe('Amplitude', () => {
  it('finds one cohort in the list, since it has no address of its own', () => {
    const get = cohorts?.actions.get;
    expect(get?.request({ cohort_id: 'abc' })).toMatchObject({ method: 'GET', path: '/3/cohorts' });
    expect(get?.request({ cohort_id: 'abc' }).query).toBeUndefined();
  });

  it('lists an annotation that was created', async () => {
    const call = await simulatedCalls(amplitude, { sandbox });
    const { id } = await call('annotations create', { label: 'Release 5.0', start: '2026-11-01T09:00:00+00:00' });
    expect(await call('annotations list')).toContainEqual(
      expect.objectContaining({ id, label: 'Release 5.0', date: '2026-11-01' }),
    );
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
