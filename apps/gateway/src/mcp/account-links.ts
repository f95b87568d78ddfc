import type { IncomingMessage } from 'node:http';
import type { AuditEntry, ControlPlane, TokenPrincipal } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { validateInput } from '@connectory/errors/validation';
import type { Calls } from '@connectory/mcp-server';
import { originFor } from '../connect/browser-origins.ts';
import { createLink, type LinkMakingParts, linkBody, linkOf } from '../connect/links.ts';
import { newConnectLinkSchema } from '../connect/schemas.ts';
import { requestIdOf } from '../http/request.ts';

/** Dependencies of connect links of agents. */
export interface AccountLinkParts extends LinkMakingParts {
  readonly controlPlane: LinkMakingParts['controlPlane'] & Pick<ControlPlane, 'audit' | 'tokens' | 'workspaces'>;
}

/** The calls about connect links. */
export type AccountLinks = Pick<Calls, 'connectLink' | 'connectLinkStatus'>;

/** Seconds in which the person has to use the link. */
const lifetime = 60 * 60;

/** Connect links of the agent that sends a request, with the rights and the audit entries of the operations over HTTP. */
export function accountLinks(
  services: AccountLinkParts,
  request: IncomingMessage,
  principal: TokenPrincipal,
): AccountLinks {
  const { controlPlane } = services;
  const { workspaceId: id } = principal;
  return {
    connectLink: async (draft) => {
      await requireManage(services, request, principal, draft.connection_id);
      const body = validateInput(newConnectLinkSchema, { ...draft, expires_in: lifetime });
      return audited(controlPlane.audit, entryOf(controlPlane.audit, request, principal, draft.connection_id), () =>
        createLink(services, request, { id, principal }, body),
      );
    },
    connectLinkStatus: async (link) => {
      await requireManage(services, request, principal);
      return linkBody(controlPlane, await linkOf(controlPlane, id, link, principal));
    },
  };
}

/** Throws `forbidden`, with the page of the console on which a person who may can connect the account. */
async function requireManage(
  { controlPlane: { workspaces }, origins }: AccountLinkParts,
  request: IncomingMessage,
  { policy, workspaceId }: TokenPrincipal,
  connectionId = '',
): Promise<void> {
  if (policy.manage === true) return;
  const workspace = await workspaces.find(workspaceId);
  const page = `${originFor(origins, request) ?? ''}/console/${workspace?.name ?? workspaceId}/connect/${encodeURIComponent(connectionId)}`;
  throw new GatewayError(
    'forbidden',
    `This token may not connect accounts. A person who may manage the workspace can, at ${page.replace(/\/$/, '')}.`,
  );
}

function entryOf(
  audit: ControlPlane['audit'],
  request: IncomingMessage,
  { workspaceId, tokenId, actor }: TokenPrincipal,
  connectionId: string | undefined,
): AuditEntry {
  return {
    ...audit.moment(),
    kind: 'manage',
    entity: 'connect-links',
    action: 'create',
    workspaceId,
    tokenId,
    actor,
    connectionId: connectionId ?? null,
    subjectId: null,
    connector: null,
    requestId: requestIdOf(request),
    via: 'mcp',
    outcome: null,
    durationMs: null,
    dryRun: false,
  };
}

async function audited<Made extends { readonly id: string }>(
  audit: ControlPlane['audit'],
  entry: AuditEntry,
  make: () => Promise<Made>,
): Promise<Made> {
  const started = performance.now();
  // The audit reports and retries an entry that it could not store.
  const end = (changes: Partial<AuditEntry>) =>
    audit.recordDurably({ ...entry, ...changes, durationMs: performance.now() - started }).catch(() => undefined);
  await audit.begin(entry);
  try {
    const made = await make();
    await end({ outcome: 201, subjectId: made.id });
    return made;
  } catch (error) {
    const { status, code } = GatewayError.is(error) ? error : { status: 500, code: 'internal' };
    await end({ outcome: status, errorCode: code });
    throw error;
  }
}
