import type { Connector } from '@connectory/connector-sdk';
import { ChangeSignals, FairTurns, systemClock } from '@connectory/context-store';
import { type ControlPlane, createControlPlane } from '@connectory/control-plane';
import { ContextCopy, CopySql, createActionSearch, createRegistry, Executor } from '@connectory/core';
import { isPostgresUrl } from '@connectory/database';
import { SqlProcesses } from '@connectory/snapshots';
import { createEgressGuard, createUpstreamClient, createWebhookSender } from '@connectory/upstream';
import type { Logger } from 'pino';
import { airbyteForm, prepareAirbyteRequest } from '../airbyte-compat/client.ts';
import { Followers } from '../changes/stream-changes.ts';
import { isLoopbackName } from '../connect/browser-origins.ts';
import { reconnectLink } from '../connect/reconnect-link.ts';
import { createListener } from '../execute/listener.ts';
import { Downloads } from '../exports/downloads.ts';
import { HeldRunner } from '../held/held-runner.ts';
import { CallLimiter, RunningCalls } from '../http/limits.ts';
import { listen } from '../http/server.ts';
import { gatewayDocument } from '../operations.ts';
import { IdentityProvider } from '../people/identity-provider.ts';
import { pluginFolderOf } from '../plugins/plugin-package.ts';
import { Readiness } from '../service/readiness.ts';
import { announceSunsets, upcomingSunsets } from '../service/upstream-sunsets.ts';
import { LifecycleWatch } from '../subscriptions/lifecycle-watch.ts';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.ts';
import { heldRemovalEntry } from '../syncs/held-removal.ts';
import { EventLoopWatch } from '../telemetry/event-loop.ts';
import { FleetWatch } from '../telemetry/fleet-watch.ts';
import { describeException, logSyncErrors } from '../telemetry/logger.ts';
import { auditMeters, logMeters, Metrics } from '../telemetry/metrics.ts';
import { processGauges } from '../telemetry/process-gauges.ts';
import { startTelemetry } from '../telemetry/telemetry.ts';
import { createApplication } from './application.ts';
import type { Configuration } from './configuration.ts';
import { isReadableByOthers, prepareDataDirectory } from './data-directory.ts';
import { openContextStore, openExports, openGatewayDatabase } from './open-database.ts';

/** A listening gateway. */
export interface Gateway {
  /** Its URL: `http://host:port`. */
  readonly url: string;
  readonly controlPlane: ControlPlane;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly executor: Executor;
  /** Stops accepting connections, gives running calls 18 seconds, aborts the rest, and closes everything. */
  close(): Promise<void>;
}

// The next process reads an interrupted page again.
const maxPageMilliseconds = 5_000;
const thisMachine = ['localhost', '127.0.0.0/8', '::1'];

/** Options of starting a gateway in addition to its configuration. */
export interface GatewayStart {
  /** Runs before the gateway listens and synchronizes. */
  readonly prepare?: (controlPlane: ControlPlane) => Promise<void>;
}

/**
 * Opens database and context store, loads the connectors and starts listening and synchronizing. Throws an `Error` that explains what to
 * change.
 */
export async function startGateway(
  configuration: Configuration,
  connectors: readonly Connector[],
  logger: Logger,
  { prepare }: GatewayStart = {},
): Promise<Gateway> {
  const closers: (() => Promise<void>)[] = [];
  const closeOpened = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const parts = await openParts(configuration, connectors, logger, closers);
    await prepare?.(parts.controlPlane);
    return await serve(parts, configuration, closeOpened);
  } catch (error) {
    await closeOpened().catch(() => undefined);
    throw error;
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>;

// Later parts use earlier ones, and are closed before them.
async function openParts(
  configuration: Configuration,
  connectors: readonly Connector[],
  logger: Logger,
  closers: (() => Promise<void>)[],
) {
  const registry = createRegistry(connectors);
  const metrics = new Metrics(registry);
  const { dataDirectory, databaseUrl, purpose } = configuration;
  // With PostgreSQL, nothing is stored in the data directory.
  const storesFiles = !isPostgresUrl(databaseUrl);
  if (storesFiles) {
    await prepareDataDirectory(dataDirectory, purpose);
    if (await isReadableByOthers(dataDirectory))
      logger.warn(`other users can read the data directory ${dataDirectory}: run chmod 700 to prevent this`);
  }
  const { database, encryptionKeys } = await openGatewayDatabase(configuration);
  closers.push(() => database.close());
  const controlPlane = await createControlPlane({
    database,
    encryptionKeys,
    adminToken: configuration.adminToken,
    auditLimits: configuration.auditLimits,
    publicOrigin: configuration.publicOrigin,
    onError: (error) => logger.error({ error: describeException(error) }, 'background work failed'),
  });
  closers.push(() => controlPlane.close());
  metrics.watch(auditMeters(controlPlane.audit));
  metrics.watch(logMeters(logger));
  const signals = new ChangeSignals();
  const onChange = (connectionId: string) => signals.notify(connectionId);
  const store = configuration.mode === 'hosted' ? await openContextStore(configuration, logger, onChange) : undefined;
  if (store !== undefined) closers.push(() => store.close());
  const snapshots = store && (await openExports(configuration, store, logger));
  if (snapshots !== undefined) closers.push(() => snapshots.close());
  const guard = createEgressGuard(configuration.egressAllow);
  // A demo is tried with a receiver on the same machine.
  const receiverGuard = purpose === 'demo' ? createEgressGuard([...configuration.egressAllow, ...thisMachine]) : guard;
  const webhookSender = createWebhookSender(receiverGuard);
  closers.push(() => webhookSender.close());
  const upstream = createUpstreamClient({ guard, unlimitedSync: purpose === 'demo' });
  closers.push(() => upstream.close());
  const copy =
    store &&
    new ContextCopy({
      store,
      ...(snapshots !== undefined && { snapshots }),
      registry,
      controlPlane,
      upstream,
      onError: logSyncErrors(logger),
      observe: (page) => metrics.observeSync(page),
      onHint: (connectionId, outcome) => {
        if (outcome === 'applied') controlPlane.eventEndpoints.count(connectionId, 'applied');
      },
      onHeld: (connection, entity, held) => {
        metrics.observeHeldRemoval(connection.connector.id, entity);
        controlPlane.audit.record(heldRemovalEntry(controlPlane.audit.moment(), connection, entity, held));
      },
      signals,
    });
  const processes = new SqlProcesses({ packageFolder: pluginFolderOf(dataDirectory) });
  const sql = copy && new CopySql({ controlPlane, copy, processes });
  const executor = new Executor({
    registry,
    controlPlane,
    upstream,
    copy,
    sql,
    observe: (call) => metrics.observe(call),
  });
  const heldRunner = new HeldRunner({
    controlPlane,
    executor,
    turns: new FairTurns(16),
    onError: (error) => logger.error({ error: describeException(error) }, 'carrying out a held write failed'),
  });
  const sunsets = () =>
    upcomingSunsets(
      registry.all().map(({ connector }) => connector),
      Date.now(),
    );
  // Simulated vendors do not end their versions.
  if (purpose !== 'demo') {
    const stopAnnouncing = announceSunsets(sunsets, logger);
    closers.push(async () => stopAnnouncing());
  }
  const runningCalls = new RunningCalls();
  const followers = new Followers();
  const downloads = new Downloads();
  const callLimiter = new CallLimiter(controlPlane);
  const eventLoop = new EventLoopWatch();
  closers.push(async () => eventLoop.stop());
  const readiness = new Readiness({
    controlPlane,
    copy,
    dataDirectory: storesFiles ? dataDirectory : null,
    eventLoop,
    logger,
  });
  metrics.addGauges([...processGauges(readiness), ...new FleetWatch({ controlPlane, registry, copy }).gauges]);
  metrics.addBounds([
    ...controlPlane.bounds,
    ...upstream.bounds,
    ...(copy?.bounds ?? []),
    ...(sql?.bounds ?? []),
    ...runningCalls.bounds,
    followers.bound,
    downloads.bound,
    eventLoop.bound,
  ]);
  const telemetry = await startTelemetry(configuration.telemetry, metrics, logger);
  if (telemetry !== undefined) closers.push(() => telemetry.close());
  const { metricsToken, publicOrigin, returnOrigins, signIn } = configuration;
  return {
    registry,
    actionSearch: createActionSearch(connectors),
    controlPlane,
    upstream,
    copy,
    executor,
    heldRunner,
    requiresPerson: signIn !== undefined,
    metrics,
    tracer: telemetry?.tracer,
    runningCalls,
    followers,
    downloads,
    guard: receiverGuard,
    webhookSender,
    webhookTurns: new FairTurns(64),
    signals,
    callLimiter,
    metricsToken,
    origins: { publicOrigin, returnOrigins },
    identityProvider: signIn && new IdentityProvider({ upstream, signIn }),
    attemptKeys: encryptionKeys,
    readiness,
    logger,
    document: gatewayDocument,
    sunsets,
  };
}

function subscriptionRunner({
  controlPlane,
  registry,
  origin,
  copy,
  signals,
  webhookSender,
  webhookTurns,
  metrics,
  logger,
}: Parts & { readonly copy: ContextCopy; readonly origin: string | undefined }): SubscriptionRunner {
  return new SubscriptionRunner({
    controlPlane,
    copy,
    signals,
    sender: webhookSender,
    clock: systemClock,
    random: Math.random,
    turns: webhookTurns,
    reconnectLink: (connection, makerId) => reconnectLink({ controlPlane, registry, origin }, connection, makerId),
    observe: (outcome) => metrics.observeDelivery(outcome),
    onError: (error, subscription) =>
      logger.error({ error: describeException(error), subscription }, 'work on a subscription failed'),
  });
}

function lifecycleWatch(
  { controlPlane, copy, registry, logger }: Parts & { readonly copy: ContextCopy },
  { purpose }: Configuration,
): LifecycleWatch {
  return new LifecycleWatch({
    controlPlane,
    copy,
    registry,
    clock: systemClock,
    isDemo: purpose === 'demo',
    onError: (error) => logger.error({ error: describeException(error) }, 'looking for lifecycle events failed'),
  });
}

async function serve(parts: Parts, configuration: Configuration, closeOpened: () => Promise<void>): Promise<Gateway> {
  const { controlPlane, copy, executor, heldRunner, metrics, upstream } = parts;
  let closing = false;
  const services = { ...parts, isClosing: () => closing };
  const formOf = airbyteForm(controlPlane, parts.registry);
  const listener = createListener({ ...services, formOf }, createApplication(services), prepareAirbyteRequest);
  const server = await listen(listener, configuration);
  metrics.addBounds([server.connections]);
  copy?.start();
  const { host } = configuration;
  const ownOrigin = isLoopbackName(host) ? `http://${host}:${server.port}` : undefined;
  const origin = parts.origins.publicOrigin ?? ownOrigin;
  const runner = copy && subscriptionRunner({ ...parts, copy, origin });
  if (runner !== undefined) metrics.addBounds([runner.bound]);
  runner?.start();
  const watch = copy && lifecycleWatch({ ...parts, copy }, configuration);
  watch?.start();
  heldRunner.start();
  controlPlane.upkeep.start(copy);
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    closing = true;
    await Promise.all([
      server.drain(() => upstream.stop()),
      copy?.stop(AbortSignal.timeout(maxPageMilliseconds)),
      runner?.stop(),
      watch?.stop(),
      heldRunner.stop(),
    ]);
    await closeOpened();
  };
  return {
    url: `http://${configuration.host.includes(':') ? `[${configuration.host}]` : configuration.host}:${server.port}`,
    controlPlane,
    copy,
    executor,
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}
