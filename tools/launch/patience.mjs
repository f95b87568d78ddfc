import { vi } from 'vitest';

// Vitest waits one second unless it is told otherwise, which a busy machine exceeds; no test is about speed.
const patient = { timeout: 120_000 };
const { waitFor } = vi;

vi.waitFor = (callback, options = patient) => waitFor(callback, options);
