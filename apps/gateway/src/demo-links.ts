import type { Connector } from '@connectory/connector-sdk';
import type { Authentication } from '@connectory/connector-sdk/engine';
import { hasConsent } from '@connectory/consent';
import type { ControlPlane, WorkspaceId } from '@connectory/control-plane';
import type { RunningSandbox } from '@connectory/sandbox';

/** A link of the demo with which somebody connects a simulated account. */
export interface DemoLink {
  /** What it connects, and what is asked for. */
  readonly label: string;
  /** Path below the URL of the gateway. */
  readonly path: string;
}

const day = 24 * 60 * 60;

/** Stores the OAuth applications that the simulated vendors know, so that people can consent to any of them. */
export async function prepareApps(
  { oauthApps }: ControlPlane,
  workspaceId: WorkspaceId,
  connectors: readonly Connector[],
  { sandbox, origin }: RunningSandbox,
): Promise<void> {
  for (const connector of connectors) {
    const way = wayOf(connector, hasConsent);
    if (way === undefined) continue;
    const {
      client_id: clientId = '',
      client_secret: clientSecret = '',
      ...others
    } = sandbox.credentials(connector.id, way);
    const { fields } = connector.upstream.authentication[way] as Authentication;
    const required = Object.entries(others).filter(([name]) => fields[name]?.required === true);
    const baseUrl = sandbox.baseUrl(origin, connector.id);
    await oauthApps.put(workspaceId, connector.id, {
      clientId,
      clientSecret,
      fields: Object.fromEntries(required),
      baseUrl,
    });
  }
}

/** A link for a vendor that asks for consent and one for a vendor of which one has keys, where there are such vendors. */
export async function prepareLinks(
  controlPlane: ControlPlane,
  workspaceId: WorkspaceId,
  connectors: readonly Connector[],
  { sandbox, origin }: RunningSandbox,
): Promise<readonly DemoLink[]> {
  const asksForKey = (authentication: Authentication | undefined) =>
    Object.values(authentication?.fields ?? {}).filter(({ required }) => required).length === 1;
  const consenting = connectors.find((connector) => wayOf(connector, hasConsent) !== undefined);
  const keyed = connectors.find(({ upstream }) => Object.values(upstream.authentication).every(asksForKey));
  const link = async (connector: Connector, authentication: string, asked: string): Promise<DemoLink> => {
    const { token } = await controlPlane.connectLinks.create(workspaceId, {
      makerId: null,
      connector: connector.id,
      name: await freeName(controlPlane, workspaceId, connector.id),
      settings: { base_url: sandbox.baseUrl(origin, connector.id) },
      authentication,
      expiresInSeconds: day,
    });
    return { label: `${connector.vendor}, ${asked}`, path: `/connect/${token.reveal()}` };
  };
  const links: DemoLink[] = [];
  const way = consenting && wayOf(consenting, hasConsent);
  if (consenting !== undefined && way !== undefined) links.push(await link(consenting, way, 'by consent'));
  const [name] = Object.keys(keyed?.upstream.authentication ?? {});
  if (keyed !== undefined && name !== undefined) {
    const [field = ''] = Object.keys(keyed.upstream.authentication[name]?.fields ?? {});
    links.push(await link(keyed, name, `with the key ${sandbox.credentials(keyed.id, name)[field]}`));
  }
  return links;
}

const wayOf = ({ upstream }: Connector, fits: (authentication: Authentication | undefined) => boolean) =>
  Object.entries(upstream.authentication).find(([, authentication]) => fits(authentication))?.[0];

async function freeName({ connections }: ControlPlane, workspaceId: WorkspaceId, connector: string): Promise<string> {
  for (let number = 2; ; number++) {
    const name = `${connector}-${number}`;
    if ((await connections.findByName(workspaceId, name)) === null) return name;
  }
}
