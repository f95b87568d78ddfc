import { simulate } from '@connectory/sandbox';
import { brands } from '../src/entities/brands.ts';
import { groupMemberships } from '../src/entities/group-memberships.ts';
import { groups } from '../src/entities/groups.ts';
import { organizationMemberships } from '../src/entities/organization-memberships.ts';
import { organizations } from '../src/entities/organizations.ts';
import { users } from '../src/entities/users.ts';
import { agentOf, agents, firstOrganization, firstUser, organizationOf, sampleIdentity, userOf } from './identities.ts';
import { sampleOrganizationValues, sampleUserValues } from './own-fields.ts';

export const simulatedPeople = [
  simulate(users, {
    sample: (source) => {
      const agent = agents[source.index];
      const isAgent = agent !== undefined;
      const customer = source.index - agents.length;
      const { name, email, phone } = agent ?? source.customer(customer);
      return {
        ...sampleIdentity(source, 'users', firstUser),
        name,
        email,
        phone,
        time_zone: 'Berlin',
        locale: 'en-US',
        locale_id: 1,
        organization_id: isAgent ? null : organizationOf(customer),
        role: source.index === 0 ? 'admin' : isAgent ? 'agent' : 'end-user',
        role_type: isAgent ? 4 : null,
        custom_role_id: null,
        alias: '',
        external_id: `person-${7000 + source.index}`,
        tags: [],
        active: true,
        verified: true,
        shared: false,
        shared_agent: false,
        suspended: source.index % 11 === 7,
        restricted_agent: !isAgent,
        only_private_comments: false,
        moderator: isAgent,
        ticket_restriction: isAgent ? null : 'requested',
        ...(isAgent && { default_group_id: source.of('groups') }),
        user_fields: sampleUserValues(source),
        last_login_at: source.time(source.integer(0, 29)),
        iana_time_zone: 'Europe/Berlin',
        permanently_deleted: false,
      };
    },
  }),
  simulate(groups, {
    sample: (source) => ({
      ...sampleIdentity(source, 'groups', 17_463_836_000_001),
      name: `${source.pick(['Support', 'Billing', 'Shipping', 'Technical'])} ${source.index + 1}`,
      description: '',
      default: source.index === 0,
      deleted: false,
      is_public: true,
    }),
  }),
  simulate(groupMemberships, {
    sample: (source) => ({
      ...sampleIdentity(source, 'group_memberships', 17_463_837_000_001),
      user_id: agentOf(source.index),
      group_id: source.of('groups'),
    }),
  }),
  simulate(organizations, {
    sample: (source) => {
      const { company, domain } = source.customer();
      return {
        ...sampleIdentity(source, 'organizations', firstOrganization),
        name: company,
        details: null,
        notes: null,
        group_id: null,
        external_id: null,
        domain_names: [domain],
        tags: [],
        organization_fields: sampleOrganizationValues(source),
      };
    },
  }),
  simulate(organizationMemberships, {
    sample: (source) => {
      // There are no more customers than users.
      const customer = Math.max(0, source.index - agents.length);
      return {
        ...sampleIdentity({ ...source, index: customer }, 'organization_memberships', 17_463_838_000_001),
        user_id: userOf(customer),
        organization_id: organizationOf(customer),
        default: true,
        organization_name: source.customer(customer).company,
      };
    },
    actions: { delete: { toRow: () => ({}) } },
  }),
  simulate(brands, {
    sample: (source) => {
      const subdomain = source.index === 0 ? 'example' : `example-${source.index + 1}`;
      return {
        ...sampleIdentity(source, 'brands', 17_463_843_000_001),
        name: source.company(),
        brand_url: `https://${subdomain}.zendesk.com`,
        subdomain,
        has_help_center: true,
        help_center_state: 'enabled',
        active: true,
        default: source.index === 0,
        is_deleted: false,
        ticket_form_ids: [source.of('ticket_forms')],
        signature_template: '{{agent.signature}}',
      };
    },
  }),
];
