import { mkdir } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connector } from '@connectory/connector-sdk';
import { type ControlPlane, createControlPlane, loadEncryptionKeys } from '@connectory/control-plane';
import { createRegistry, Executor } from '@connectory/core';
import { openDatabase } from '@connectory/database';
import { gatewayDocument } from '@connectory/openapi';
import { createEgressGuard, createUpstreamClient } from '@connectory/upstream';
import type { Logger } from 'pino';
import type { Configuration } from './configuration.ts';
import type { GatewayServices } from './gateway-services.ts';
import { answerBrokenRequests } from './http/broken-request.ts';
import { createListener } from './listener.ts';
import { Metrics } from './metrics.ts';

/** A gateway that listens. */
export interface Gateway {
  /** Where it listens: `http://host:port`. */
  readonly url: string;
  readonly controlPlane: ControlPlane;
  /** Stops accepting, lets running calls end for at most 30 seconds, then closes everything. */
  close(): Promise<void>;
}

const longestShutdown = 30_000;

/** Opens the database, loads the connectors and starts listening. Throws an `Error` that says what to change. */
export async function startGateway(
  configuration: Configuration,
  connectors: readonly Connector[],
  logger: Logger,
): Promise<Gateway> {
  const registry = createRegistry(connectors);
  const metrics = new Metrics(registry);
  await mkdir(configuration.dataDirectory, { recursive: true, mode: 0o700 });
  const encryptionKeys = await loadEncryptionKeys({
    dataDirectory: configuration.dataDirectory,
    environmentKey: configuration.secretKey,
  });
  const database = await openDatabase(configuration.databaseUrl);
  const controlPlane = await createControlPlane({
    database,
    encryptionKeys,
    adminToken: configuration.adminToken,
    onError: (error) =>
      logger.error({ error: error instanceof Error ? error.message : 'unknown' }, 'background work failed'),
  });
  const upstream = createUpstreamClient({ guard: createEgressGuard(configuration.egressAllow) });
  const executor = new Executor({ registry, controlPlane, upstream, observe: (call) => metrics.observe(call) });
  let closing = false;
  const services: GatewayServices = {
    registry,
    controlPlane,
    upstream,
    executor,
    metrics,
    logger,
    document: gatewayDocument(),
    isClosing: () => closing,
  };
  const server = await listen(createListener(services), configuration);
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    closing = true;
    await drain(server);
    await upstream.close();
    await controlPlane.close();
    await database.close();
  };
  return {
    url: `http://${configuration.host.includes(':') ? `[${configuration.host}]` : configuration.host}:${port}`,
    controlPlane,
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}

async function listen(listener: RequestListener, { host, port }: Configuration): Promise<Server> {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      // The listener answers a missing host itself, with a problem document.
      requireHostHeader: false,
    },
    listener,
  );
  // An expectation nobody knows may be passed over (RFC 9110, section 10.1.1); the default answer would have no body.
  server.on('checkExpectation', listener);
  answerBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Set PORT to another one, or stop what uses it.`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
  return server;
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), longestShutdown);
    // Clients keep the connection of a call that ends now, and would hold the shutdown up until it times out.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(idle);
      resolve();
    });
  });
}
