export type { Behavior, BehaviorMatch, BehaviorOptions, Behaviors } from './behaviors.ts';
export { type Customer, customerAt } from './cast.ts';
export type { DemoCredentials } from './credentials.ts';
export { exampleSettings } from './examples.ts';
export type { LoggedRequest } from './incoming-call.ts';
export { createSandbox, type RunningSandbox, type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
export {
  type ActionSimulation,
  type ConnectorSandbox,
  defineSandbox,
  type EntitySimulation,
  type Sample,
  type SampleSource,
  type SimulatedChange,
  type SimulatedEvent,
  simulate,
} from './simulation.ts';
export { type Story, stories } from './stories.ts';
export { fixedDay } from './times.ts';
export { type UnrulyBehavior, type UnrulyName, unrulyBehaviors } from './unruly.ts';
