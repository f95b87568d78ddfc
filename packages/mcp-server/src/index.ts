export { CallProblem, type Problem } from './call-problem.ts';
export type {
  ActionSearch,
  BatchItem,
  BatchResponse,
  CallNames,
  Calls,
  ChangesCall,
  ChangesResponse,
  Connection,
  ConnectLink,
  ConnectLinkStatus,
  DescribedAction,
  DescribedEntity,
  Effect,
  ExecuteInputs,
  ExecuteResponse,
  FileResponse,
  FoundAction,
  FoundRecord,
  NamedConnection,
  NewConnectLink,
  OwnField,
  RecordTitle,
  ResolvedCall,
  SentFile,
} from './calls.ts';
export { type HttpCaller, HttpTools } from './http-tools.ts';
export { endsWaiting, isToolCall, messagesOf } from './messages.ts';
export type { Questions, Taken } from './questions.ts';
export { type Pipes, serveStdio } from './serve-stdio.ts';
export { actionOf, connectionOf } from './tools/names.ts';
export { listTools } from './tools.ts';
