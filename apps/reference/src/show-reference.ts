import { createApiReference } from '@scalar/api-reference';
import '@scalar/api-reference/style.css';
import './theme.css';

/** Shows an OpenAPI document in an element. Nothing of it is asked of another host, and nothing can be sent from it. */
export function showReference(element: HTMLElement, content: Record<string, unknown>): void {
  createApiReference(element, {
    content,
    baseServerURL: location.origin,
    // Actions are run in the console, which shows the request of a write and asks before it sends it.
    hideTestRequestButton: true,
    hideClientButton: true,
    // A schema is shown where it is used; there are hundreds of them.
    hideModels: true,
    documentDownloadType: 'none',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    orderSchemaPropertiesBy: 'preserve',
    // What a button is called must begin with what it shows, for those who speak to their computer.
    localization: {
      translations: { actions: { showMore: 'Show more' }, navigation: { showAllEndpoints: 'Show more of {name}' } },
    },
    // Services of the library's maker.
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  });
}
