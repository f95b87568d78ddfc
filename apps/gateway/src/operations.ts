import type { Connector } from '@connectory/connector-sdk';
import { describeConnectorApi, describeOperations, type OpenApiDocument, type Operation } from '@connectory/openapi';
import { airbyteOperations } from './airbyte-compat/operations.ts';
import { auditOperations } from './audit/operations.ts';
import { changeOperations } from './changes/operations.ts';
import { connectLinkOperations, oauthAppOperations } from './connect/operations.ts';
import { connectionOperations } from './connections/operations.ts';
import { connectorOperations } from './discovery/operations.ts';
import { eventOperations } from './events/operations.ts';
import { executeOperations } from './execute/operations.ts';
import { executeTrailerSchema } from './execute/schemas.ts';
import { exportOperations } from './exports/operations.ts';
import { findOperations } from './find/operations.ts';
import { heldOperations } from './held/operations.ts';
import { lazy } from './http/lazy.ts';
import { overviewOperations } from './overview/operations.ts';
import { ownFieldOperations } from './own-fields/operations.ts';
import { memberOperations, peopleOperations } from './people/operations.ts';
import { personRequestOperations } from './person-requests/operations.ts';
import { serviceOperations } from './service/operations.ts';
import { sqlOperations } from './sql/operations.ts';
import { subscriptionOperations } from './subscriptions/operations.ts';
import { syncOperations } from './syncs/operations.ts';
import { tokenOperations } from './tokens/operations.ts';
import { workspaceOperations } from './workspaces/operations.ts';

/** Every operation of a gateway, in the order of its document. */
export const gatewayOperations: readonly Operation[] = [
  executeOperations,
  sqlOperations,
  connectorOperations,
  connectionOperations,
  oauthAppOperations,
  connectLinkOperations,
  subscriptionOperations,
  syncOperations,
  ownFieldOperations,
  exportOperations,
  eventOperations,
  changeOperations,
  findOperations,
  workspaceOperations,
  tokenOperations,
  heldOperations,
  peopleOperations,
  memberOperations,
  personRequestOperations,
  airbyteOperations,
  overviewOperations,
  auditOperations,
  serviceOperations,
].flatMap((group) => Object.values<Operation>(group));

/** The OpenAPI document of a gateway, independent of its connectors, as `GET /openapi.json` returns it. It is generated once. */
export const gatewayDocument: () => OpenApiDocument = lazy(() =>
  describeOperations(gatewayOperations, [executeTrailerSchema]),
);

/** The OpenAPI document of one connector. Throws an `Error` if two of its schemas would have the same name. */
export const connectorDocument = (connector: Connector): OpenApiDocument =>
  describeConnectorApi(connector, gatewayDocument());
