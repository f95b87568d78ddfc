export { CallProblem, type Problem } from './call-problem.ts';
export type {
  ActionSearch,
  CallNames,
  Calls,
  ChangesAnswer,
  ChangesCall,
  Connection,
  DescribedAction,
  DescribedEntity,
  Effect,
  ExecuteAnswer,
  ExecuteInputs,
  FileAnswer,
  FoundAction,
  NamedConnection,
  ResolvedCall,
} from './calls.ts';
export { type HttpCaller, HttpTools } from './http-tools.ts';
export { type Pipes, serveStdio } from './serve-stdio.ts';
export { actionOf, connectionOf } from './tools/names.ts';
export { listTools } from './tools.ts';
