import { randomUUID } from 'node:crypto';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { hasConsent } from '@connectory/upstream';
import { vi } from 'vitest';
import { adminToken, draftConnection, executePath, type RunningGateway } from './running-gateway.ts';

/** A workspace with one of everything that others must not see, a stranger, and tokens that may see some of it or nothing. */
export interface TwoWorkspaces {
  readonly workspace: { readonly id: string; readonly name: string };
  /** Connections, by connector, that only unrestricted tokens of the workspace may see. */
  readonly hidden: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  /** Ids of tokens with more rights than every restricted one. */
  readonly wideTokens: readonly string[];
  /** Id of a person who is an owner of the workspace. */
  readonly member: string;
  /** A connector with an OAuth application of the workspace. */
  readonly consenting: string;
  /** Id of a connect link that only unrestricted tokens may see. */
  readonly hiddenLink: string;
  /** Id of a subscription of a hidden connection. */
  readonly hiddenSubscription: string;
  /** Id of a delivery of that subscription. */
  readonly hiddenDelivery: string;
  /** Id of the audit entry of a call of a hidden connection. */
  readonly hiddenEntry: string;
  readonly hiddenHeld: string;
  /** Texts that no restricted token may see: names and ids of connections and tokens, the intent of a call. */
  readonly marks: readonly string[];
  /** A token that may do everything in the workspace. */
  readonly owner: string;
  readonly callers: Readonly<Record<Caller, string | null>>;
  /** Values of the credentials of all connections. */
  readonly credentials: readonly string[];
}

/** A caller who requests objects of others. */
export type Caller = 'stranger' | 'restricted' | 'child' | 'expired' | 'revoked' | 'nobody' | 'admin';

const victim = 'of-the-victim-7f3a9c';

/** Sets up both workspaces; `shown` is the connector of which restricted tokens may see a connection. */
export async function setUpTwoWorkspaces(
  gateway: RunningGateway,
  connectors: readonly Connector[],
  shown: string,
): Promise<TwoWorkspaces> {
  const created = async (path: string, body: object, token = adminToken): Promise<RawValue> => {
    const { status, json, text } = await gateway.send('POST', `/api/v1/workspaces${path}`, { body, token });
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };
  const name = 'workspace-8d2b41';
  const workspace = await created('', { name });
  await created('', { name: 'stranger' });
  const credentials = new Set<string>();
  const connect = async (connector: string, called: string) => {
    const origin = new URL(gateway.sandboxOrigin).origin;
    const draft = draftConnection(connectors, { sandbox: gateway.sandbox, origin }, connector);
    for (const value of Object.values(draft.credentials)) if (value.length >= 12) credentials.add(value);
    const connection = await created(`/${name}/connections`, { ...draft, name: called, check: false });
    return { id: connection.id as string, name: called };
  };
  const shownConnection = await connect(shown, 'shown');
  const hidden = new Map<string, { id: string; name: string }>();
  for (const { id } of connectors) hidden.set(id, await connect(id, `connection-${id}-${victim}`));
  const token = (called: string, policy: object) => created(`/${name}/tokens`, { name: called, policy });
  const owner = await token(`owner-${victim}`, { manage: true });
  const plain = await token(`plain-${victim}`, {});
  const limits = { connectors: [shownConnection.name] };
  const maker = await token('maker', { manage: true, ...limits });
  const child = await created(`/${name}/tokens`, { name: 'child', policy: { manage: true } }, maker.token);
  const revoked = await token('revoked', { manage: true, ...limits });
  await gateway.send('DELETE', `/api/v1/workspaces/${name}/tokens/${revoked.id}`, { token: adminToken });
  const member = await created(`/${name}/members`, { email: 'owner@example.com', role: 'owner' });
  const stranger = await created('/stranger/tokens', { name: 'stranger', policy: { manage: true } });
  const restricted = await token('restricted', { read_only: true, ...limits });
  const [consenting = ''] = connectors
    .filter(({ upstream }) => Object.values(upstream.authentication).some(hasConsent))
    .map(({ id }) => id);
  const clientId = `client-${victim}`;
  const app = await gateway.send('PUT', `/api/v1/workspaces/${name}/oauth-apps/${consenting}`, {
    body: { client_id: clientId, client_secret: `client-secret-${victim}` },
    token: adminToken,
  });
  if (app.status !== 200) throw new Error(`${app.status} ${app.text}`);
  credentials.add(`client-secret-${victim}`);
  const linkName = `link-${victim}`;
  const link = await created(`/${name}/connect-links`, { connector: consenting, name: linkName });
  credentials.add(link.url.split('/').at(-1));
  const subscription = await hiddenSubscription(gateway, name, [...hidden.values()][0]?.id ?? '');
  credentials.add(subscription.secret);
  const held = await hiddenHeldWrite(gateway, name, [...hidden.values()][0]?.id ?? '', owner.id);
  const intent = `intent-${victim}`;
  await gateway.send('POST', executePath([...hidden.values()][0]?.id ?? ''), {
    body: { entity: 'none', action: 'list', intent },
    token: owner.token,
  });
  const audit = await gateway.send('GET', `/api/v1/workspaces/${name}/audit?limit=1`, { token: adminToken });
  return {
    workspace: { id: workspace.id, name },
    hidden,
    wideTokens: [owner.id, plain.id],
    member: member.id,
    consenting,
    hiddenLink: link.id,
    hiddenSubscription: subscription.id,
    hiddenDelivery: subscription.delivery,
    hiddenEntry: audit.json.data[0].id,
    hiddenHeld: held.id,
    marks: [
      clientId,
      link.id,
      linkName,
      held.id,
      held.entity,
      subscription.id,
      subscription.name,
      ...[...hidden.values()].flatMap((connection) => [connection.id, connection.name]),
      ...[owner, plain].flatMap((one) => [one.id, one.name]),
      intent,
    ],
    owner: owner.token,
    callers: {
      stranger: stranger.token,
      restricted: restricted.token,
      child: child.token,
      expired: await expiredToken(gateway, workspace.id),
      revoked: revoked.token,
      nobody: null,
      admin: adminToken,
    },
    credentials: [...credentials],
  };
}

// An expired token cannot be created, so the clock is set back.
async function expiredToken({ gateway: { controlPlane } }: RunningGateway, idOrName: string): Promise<string> {
  const workspace = await controlPlane.workspaces.find(idOrName);
  if (workspace === null) throw new Error(`There is no workspace ${idOrName}.`);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2020-01-01T00:00:00Z'));
  try {
    const newToken = { name: 'expired', policy: { manage: true }, expiresAt: '2020-01-02T00:00:00Z' };
    return (await controlPlane.tokens.create(workspace.id, newToken)).text.reveal();
  } finally {
    clock.mockRestore();
  }
}

async function hiddenHeldWrite({ gateway }: RunningGateway, workspace: string, connectionId: string, tokenId: string) {
  const { heldWrites, workspaces } = gateway.controlPlane;
  const found = await workspaces.find(workspace);
  if (found === null) throw new Error(`There is no workspace ${workspace}.`);
  return heldWrites.hold({
    workspaceId: found.id,
    connectionId,
    connector: 'any',
    entity: `held-${victim}`,
    action: 'create',
    effect: 'write',
    tokenId,
    rootId: tokenId,
    actor: { person: null, agent: null },
    secondPerson: false,
    fingerprint: 'any',
    previewHash: 'any',
    content: Buffer.from('{"request":{"params":{}},"requests":[],"parts":{}}'),
  });
}

// A gateway in direct mode creates none.
async function hiddenSubscription({ gateway }: RunningGateway, workspace: string, connectionId: string) {
  const { subscriptions, workspaces } = gateway.controlPlane;
  const found = await workspaces.find(workspace);
  if (found === null) throw new Error(`There is no workspace ${workspace}.`);
  const name = `subscription-${victim}`;
  const wanted = { makerId: null, name, url: 'https://hooks.example.com', connections: [connectionId] };
  const { subscription, secret } = await subscriptions.create(found.id, wanted);
  const delivery = randomUUID();
  const body = JSON.stringify({ name });
  await subscriptions.deliveries.addOne(subscription.id, { id: delivery, record: 'r', type: 'record.added', body });
  return { id: subscription.id, name, secret: secret.reveal(), delivery };
}
