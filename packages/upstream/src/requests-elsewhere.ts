import type { UpstreamRequest } from '@connectory/connector-sdk/engine';
import { awaitConnectorCode, buildingRequest, runConnectorCode } from './connector-code.ts';
import { isDeclared, refuseOtherRoute } from './other-route.ts';
import type { UpstreamCall } from './upstream-call.ts';
import type { UpstreamClient } from './upstream-client.ts';

/** A client that has the requests of actions whose code runs in another process built there, before the call begins. */
export function requestsFirst(client: UpstreamClient): UpstreamClient {
  const first = <Result>(work: (call: UpstreamCall) => Result | Promise<Result>) => {
    return (call: UpstreamCall) =>
      call.action.elsewhere?.request === undefined ? work(call) : withRequest(call).then(work);
  };
  return {
    ...client,
    records: async (call) => first(client.records)(call),
    record: async (call) => first(client.record)(call),
    file: async (call) => first(client.file)(call),
    preview: first(client.preview),
  };
}

async function withRequest(call: UpstreamCall): Promise<UpstreamCall> {
  const { action, params } = call;
  if (action.elsewhere?.request === undefined) return call;
  const request = await awaitConnectorCode(call, buildingRequest, action.elsewhere.request(params));
  runConnectorCode(call, buildingRequest, () => requireDeclared(call, request));
  refuseOtherRoute(call, request);
  return { ...call, request };
}

// The results of an untrusted process must stay within what its connector declares.
function requireDeclared({ action }: UpstreamCall, request: UpstreamRequest): void {
  if (!isDeclared(action, request)) throw new TypeError('the request matches no route that the action declares');
}
