import { Alert, Code, Text } from '@mantine/core';
import { CodeView } from '../results/json-view.tsx';

/** The URL to enter with every vendor, or what to do if the gateway does not know it. */
export function RedirectUrl({ url }: { readonly url: string | null }) {
  if (url === null)
    return (
      <Alert color="yellow" title="The redirect URL is not known">
        Set <Code>CONNECTORY_PUBLIC_URL</Code> of the gateway to the address at which browsers reach it.
      </Alert>
    );
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        Redirect URL to register with the vendor
      </Text>
      <CodeView label="Redirect URL" text={url} />
    </div>
  );
}
