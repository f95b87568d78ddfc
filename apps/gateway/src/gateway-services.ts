import type { ActionSearch } from '@connectory/action-search';
import type { Secret } from '@connectory/connector-sdk/engine';
import type { ChangeSignals, FairTurns } from '@connectory/context-store';
import type { ControlPlane } from '@connectory/control-plane';
import type { ContextCopy, Executor, Registry, Tracer } from '@connectory/core';
import type { OpenApiDocument, UpstreamSunsetBody } from '@connectory/openapi';
import type { EgressGuard, UpstreamClient, WebhookSender } from '@connectory/upstream';
import type { Logger } from 'pino';
import type { Followers } from './changes/followers.ts';
import type { BrowserOrigins } from './consent/browser-origins.ts';
import type { CallLimiter } from './limits/call-limiter.ts';
import type { Rates } from './limits/call-rates.ts';
import type { RunningCalls } from './limits/running-calls.ts';
import type { Metrics } from './metrics.ts';
import type { SharedProcesses } from './processes/shared-processes.ts';
import type { Readiness } from './readiness.ts';

/** The services the routes use. */
export interface GatewayServices {
  readonly registry: Registry;
  readonly actionSearch: ActionSearch;
  readonly controlPlane: ControlPlane;
  readonly upstream: UpstreamClient;
  readonly executor: Executor;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly metrics: Metrics;
  /** Traces calls; undefined unless traces are sent to a collector. */
  readonly tracer: Tracer | undefined;
  readonly runningCalls: RunningCalls;
  readonly followers: Followers;
  /** Approves every URL that the gateway sends something to. */
  readonly guard: EgressGuard;
  readonly webhookSender: WebhookSender;
  /** Shares the sending of webhooks fairly among workspaces. */
  readonly webhookTurns: FairTurns;
  /** Notified of each change of a copy, in any process. */
  readonly signals: ChangeSignals;
  readonly callLimiter: CallLimiter;
  /** Rates of requests, across all processes. */
  readonly rates: Rates;
  /** The other processes of this gateway; undefined if there is only one. */
  readonly processes: SharedProcesses | undefined;
  /** Token that `/metrics` requires, if set. */
  readonly metricsToken: Secret | undefined;
  readonly origins: BrowserOrigins;
  readonly readiness: Readiness;
  readonly logger: Logger;
  /** The document served at `/openapi.json`; written when it is first needed, because that takes as long as loading a connector. */
  readonly document: () => OpenApiDocument;
  /** Upstream API versions of connectors that are about to end. */
  readonly sunsets: () => readonly UpstreamSunsetBody[];
  /** Whether the process has begun to shut down. */
  readonly isClosing: () => boolean;
  /** Whether the process is closing its connections, because it shuts down or is being replaced. */
  readonly isLeaving: () => boolean;
}
