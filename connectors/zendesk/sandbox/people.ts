import { simulate } from '@connectory/sandbox';
import { brands } from '../src/entities/brands.ts';
import { groupMemberships } from '../src/entities/group-memberships.ts';
import { groups } from '../src/entities/groups.ts';
import { organizationMemberships } from '../src/entities/organization-memberships.ts';
import { organizations } from '../src/entities/organizations.ts';
import { users } from '../src/entities/users.ts';
import { sampleIdentity } from './tickets.ts';

export const simulatedPeople = [
  simulate(users, {
    sample: (source) => {
      const { first, last, email } = source.person();
      const isAgent = source.index % 3 === 0;
      return {
        ...sampleIdentity(source, 'users', 17_463_834_000_001),
        name: `${first} ${last}`,
        email,
        time_zone: 'Berlin',
        locale: 'en-US',
        locale_id: 1,
        organization_id: isAgent ? null : source.of('organizations'),
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
        user_fields: {},
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
      user_id: source.of('users'),
      group_id: source.of('groups'),
    }),
  }),
  simulate(organizations, {
    sample: (source) => {
      const name = source.company();
      return {
        ...sampleIdentity(source, 'organizations', 17_463_835_000_001),
        name,
        details: null,
        notes: null,
        group_id: null,
        external_id: null,
        domain_names: [`${name.toLowerCase().replace(/[^a-z0-9]+/g, '')}.example`],
        tags: [],
        organization_fields: {},
      };
    },
  }),
  simulate(organizationMemberships, {
    sample: (source) => ({
      ...sampleIdentity(source, 'organization_memberships', 17_463_838_000_001),
      user_id: source.of('users'),
      organization_id: source.of('organizations'),
      default: true,
      organization_name: source.company(),
    }),
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
