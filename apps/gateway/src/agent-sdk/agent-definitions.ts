/** How the hosted service names a connector: the ID by which its clients find a connection, and its short name. */
export interface AgentDefinition {
  readonly id: string;
  readonly slug: string;
}

const definition = (slug: string, id: string): AgentDefinition => ({ id, slug });

/** The definitions of the hosted service, by the id of the corresponding connector here. */
export const agentDefinitions: ReadonlyMap<string, AgentDefinition> = new Map([
  ['github', definition('github', 'ef69ef6e-aa7f-4af1-a01d-ef775033524e')],
  ['hubspot', definition('hubspot', '36c891d9-4bd9-43ac-bad2-10e12756272c')],
  ['confluence', definition('confluence', 'cf40a7f8-71f8-45ce-a7fa-fca053e4028c')],
  ['greenhouse', definition('greenhouse', '59f1e50a-331f-4f09-b3e8-2e8d4d355f44')],
  ['stripe', definition('stripe', 'e094cb9a-26de-4645-8761-65c0c425d1de')],
  ['sendgrid', definition('sendgrid', 'fbb5fbe2-16ad-4cf4-af7d-ff9d9c316c87')],
  ['linkedin-ads', definition('linkedin-ads', '137ece28-5434-455c-8f34-69dc3782f451')],
  ['slack', definition('slack', 'c2281cee-86f9-4a86-bb48-d23286b4c7bd')],
  ['mailchimp', definition('mailchimp', 'b03a9f3e-22a5-11eb-adc1-0242ac120002')],
  ['monday', definition('monday', '80a54ea2-9959-4040-aac1-eee42423ec9b')],
  ['google-ads', definition('google-ads', '253487c0-2246-43ba-a21f-5116b20a2c50')],
  ['twilio', definition('twilio', 'b9dc6155-672e-42ea-b10d-9f1f1fb95ab1')],
  ['zendesk', definition('zendesk-support', '79c1aa37-dae3-42ae-b333-d1c105477715')],
  ['amplitude', definition('amplitude', 'fa9f58c6-2d03-4237-aaa4-07d75e0c1396')],
  ['amazon-ads', definition('amazon-ads', 'c6b0a29e-1da9-4512-9002-7bfd0cba2246')],
  ['ashby', definition('ashby', '4e8c9fa0-3634-499b-b948-11581b5c3efa')],
  ['google-search-console', definition('google-search-console', 'eb4c9e00-db83-4d63-a386-39cfa91012a8')],
  ['incident-io', definition('incident-io', '7926da90-399e-4f9f-9833-52d8dc3fcb29')],
  ['woocommerce', definition('woocommerce', '2a2552ca-9f78-4c1c-9eb7-4d0dc66d72df')],
  ['shopify', definition('shopify', '9da77001-af33-4bcd-be46-6252bf9342b9')],
]);
