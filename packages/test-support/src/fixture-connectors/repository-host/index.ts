import { type Connector, defineConnector } from '@connectory/connector-sdk';
import { organizations, viewer } from './accounts.ts';
import { upstream } from './adapter.ts';
import { issues } from './issues.ts';
import { organizationRepositories, repositories, viewerRepositories } from './repositories.ts';

/** A host of repositories: GraphQL reads and REST writes, OAuth or a token, copies selected by settings, a version that ends. */
export const repositoryHost: Connector = defineConnector({
  id: 'repository-host',
  kind: 'source control',
  vendor: 'Repository Host',
  version: '1.0.0',
  upstream,
  entities: [viewer, repositories, organizationRepositories, viewerRepositories, organizations, issues],
  meanings: {
    login: 'Name of the account, as in its URL',
    nameWithOwner: 'Owner and name, as in `octocat/hello-world`',
    number: 'Number in the URL',
    state: 'Whether it is open or closed',
  },
  personal: {
    name: 'viewer.name',
    contact: 'login nameWithOwner',
    free_text: 'title',
    none: 'html_url id name node_id organizations.login',
  },
  check: { entity: 'viewer', action: 'get', params: {}, account: { at: 'login' } },
});
