export { CallProblem, type Problem } from './call-problem.ts';
export type {
  ActionSearch,
  Calls,
  ChangesAnswer,
  ChangesCall,
  Connection,
  DescribedAction,
  DescribedEntity,
  Effect,
  ExecuteAnswer,
  ExecuteCall,
  FileAnswer,
  FoundAction,
  NamedConnection,
} from './calls.ts';
export { type HttpCaller, HttpTools } from './http-tools.ts';
export { type Pipes, serveStdio } from './serve-stdio.ts';
export { listTools } from './tool-list.ts';
