import { createApiReference } from '@scalar/api-reference';
import '@scalar/api-reference/style.css';
import './theme.css';

/** Renders an OpenAPI document in an element. It sends no request to other hosts, and offers no test requests. */
export function showReference(element: HTMLElement, content: Record<string, unknown>): void {
  createApiReference(element, {
    content,
    baseServerURL: location.origin,
    // Actions are run in the console, which shows the request of a write and asks for confirmation.
    hideTestRequestButton: true,
    hideClientButton: true,
    // Schemas are shown where they are used; there are hundreds of them.
    hideModels: true,
    documentDownloadType: 'none',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    orderSchemaPropertiesBy: 'preserve',
    // For speech control, the accessible name of a button must begin with its visible text.
    localization: {
      translations: { actions: { showMore: 'Show more' }, navigation: { showAllEndpoints: 'Show more of {name}' } },
    },
    // Services of the library's vendor.
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  });
}
