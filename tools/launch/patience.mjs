import { vi } from 'vitest';

// By default, Vitest waits one second, which a busy machine exceeds; no test is about speed.
const patient = { timeout: 120_000 };
const { waitFor } = vi;

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { ...patient, ...options });
