import { describe, expect, it } from 'vitest';
import { timeOf } from './times.ts';

const time = Date.UTC(2026, 9, 31, 12, 30, 15);
const later = time + 86_400_000;

describe('timeOf', () => {
  it.each([
    ['2026-10-31T12:30:15Z', '2026-11-01T12:30:15Z'],
    ['2026-10-31T14:30:15+02:00', '2026-11-01T12:30:15Z'],
    ['2026-10-31 12:30:15', '2026-11-01 12:30:15'],
    ['Sat, 31 Oct 2026 12:30:15 +0000', 'Sun, 01 Nov 2026 12:30:15 +0000'],
    [time / 1000, later / 1000],
    [String(time / 1000), String(later / 1000)],
    [time, later],
    [String(time), String(later)],
    [`${time / 1000}.000000`, `${later / 1000}.000000`],
    [`${time}0000`, `${later}0000`],
  ])('reads %j and writes another time like it', (text, wanted) => {
    expect(timeOf(text)?.milliseconds).toBe(time);
    expect(timeOf(text)?.write(later)).toBe(wanted);
  });

  it('reads and writes days', () => {
    expect(timeOf('2026-10-31')?.milliseconds).toBe(Date.UTC(2026, 9, 31));
    expect(timeOf('2026-10-31')?.write(later)).toBe('2026-11-01');
  });

  it.each(['', 'soon', '12', 7, null, undefined, {}, '2026-13-45', 'Oct 2026'])('is undefined for %j', (value) => {
    expect(timeOf(value)).toBeUndefined();
  });
});
