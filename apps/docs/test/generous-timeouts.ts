import { vi } from 'vitest';

// A safety net for machines that do much else at the same time; no test waits for it.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
