export type { DemoCredentials } from './credentials.ts';
export { exampleSettings } from './example-settings.ts';
export type { Fault, FaultMatch, FaultOptions, Faults } from './faults.ts';
export { fixedDay } from './fixed-day.ts';
export { rowOf } from './record-row.ts';
export type { LoggedRequest } from './request-log.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export { type RunningSandbox, startSandbox } from './start-sandbox.ts';
