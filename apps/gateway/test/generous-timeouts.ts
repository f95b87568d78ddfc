import { vi } from 'vitest';

// A safety net for machines that do much else at the same time; no test waits for it.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
