import type { Connector } from '@connectory/connector-sdk';
import type { Authentication } from '@connectory/connector-sdk/engine';
import type { ControlPlane, Workspace, WorkspaceId } from '@connectory/control-plane';
import type { RunningSandbox } from '@connectory/sandbox';
import { hasConsent } from '@connectory/upstream';

/** A link of the demo that connects a simulated account. */
export interface DemoLink {
  /** What it connects, and which input it needs. */
  readonly label: string;
  /** Path below the URL of the gateway. */
  readonly path: string;
}

const day = 24 * 60 * 60;

/** The links of the demo, and the OAuth applications registered with its simulated vendors. */
export class DemoLinks {
  readonly #controlPlane: ControlPlane;
  readonly #workspaceId: WorkspaceId;
  readonly #connectors: readonly Connector[];
  readonly #running: RunningSandbox;
  readonly #consenting: Connector | undefined;

  constructor(
    controlPlane: ControlPlane,
    { id }: Pick<Workspace, 'id'>,
    connectors: readonly Connector[],
    running: RunningSandbox,
  ) {
    this.#controlPlane = controlPlane;
    this.#workspaceId = id;
    this.#connectors = connectors;
    this.#running = running;
    this.#consenting = connectors.find((connector) => wayOf(connector) !== undefined);
  }

  /** A link for a vendor with a consent page and one for a vendor with keys, if there are such vendors. */
  async make(): Promise<readonly DemoLink[]> {
    const { sandbox } = this.#running;
    const links: DemoLink[] = [];
    const consenting = this.#consenting;
    const way = consenting && wayOf(consenting);
    if (consenting !== undefined && way !== undefined) {
      await this.#storeApp(consenting);
      links.push(await this.#link(consenting, way, 'by consent'));
    }
    const keyed = this.#connectors.find(({ upstream }) => Object.values(upstream.authentication).every(asksForKey));
    const [name] = Object.keys(keyed?.upstream.authentication ?? {});
    if (keyed !== undefined && name !== undefined) {
      const [field = ''] = Object.keys(keyed.upstream.authentication[name]?.fields ?? {});
      links.push(await this.#link(keyed, name, `with the key ${sandbox.credentials(keyed.id, name)[field]}`));
    }
    return links;
  }

  /** Stores the applications of the other vendors, for links that are created later. */
  async storeOtherApps(): Promise<void> {
    for (const connector of this.#connectors) if (connector !== this.#consenting) await this.#storeApp(connector);
  }

  async #link(connector: Connector, authentication: string, asked: string): Promise<DemoLink> {
    const { token } = await this.#controlPlane.connectLinks.create(this.#workspaceId, {
      makerId: null,
      connector: connector.id,
      name: await this.#freeName(connector.id),
      settings: { base_url: this.#running.sandbox.baseUrl(this.#running.origin, connector.id) },
      authentication,
      expiresInSeconds: day,
    });
    return { label: `${connector.vendor}, ${asked}`, path: `/connect/${token.reveal()}` };
  }

  async #freeName(connector: string): Promise<string> {
    for (let number = 2; ; number++) {
      const name = `${connector}-${number}`;
      if ((await this.#controlPlane.connections.findByName(this.#workspaceId, name)) === null) return name;
    }
  }

  async #storeApp(connector: Connector): Promise<void> {
    const { sandbox, origin } = this.#running;
    const way = wayOf(connector);
    if (way === undefined) return;
    const fields = connector.upstream.authentication[way]?.fields ?? {};
    const {
      client_id: clientId = '',
      client_secret: clientSecret = '',
      ...others
    } = sandbox.credentials(connector.id, way);
    const required = Object.entries(others).filter(([name]) => fields[name]?.required === true);
    await this.#controlPlane.oauthApps.put(this.#workspaceId, connector.id, {
      clientId,
      clientSecret,
      fields: Object.fromEntries(required),
      baseUrl: sandbox.baseUrl(origin, connector.id),
    });
  }
}

const wayOf = ({ upstream }: Connector) =>
  Object.entries(upstream.authentication).find(([, authentication]) => hasConsent(authentication))?.[0];

const asksForKey = (authentication: Authentication) =>
  !hasConsent(authentication) && Object.values(authentication.fields).filter(({ required }) => required).length === 1;
