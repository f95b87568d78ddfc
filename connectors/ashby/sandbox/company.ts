import { simulate } from '@connectory/sandbox';
import { departments } from '../src/entities/departments.ts';
import { locations } from '../src/entities/locations.ts';
import { users } from '../src/entities/users.ts';

const places = [
  { addressLocality: 'San Francisco', addressRegion: 'California', addressCountry: 'United States' },
  { addressLocality: 'Berlin', addressRegion: 'Berlin', addressCountry: 'Germany' },
  { addressLocality: 'Toronto', addressRegion: 'Ontario', addressCountry: 'Canada' },
];

export const simulatedCompany = [
  simulate(departments, {
    sample: (source) => ({
      name: source.pick(['Engineering', 'Design', 'Sales', 'People', 'Finance', 'Support']),
      externalName: null,
      isArchived: false,
      parentId: null,
      createdAt: source.time(source.integer(300, 900)),
      updatedAt: source.time(source.integer(1, 200)),
    }),
  }),
  simulate(locations, {
    sample: (source) => {
      const postalAddress = source.pick(places);
      const workplaceType = source.pick(['OnSite', 'Hybrid', 'Remote']);
      return {
        name: `${postalAddress.addressLocality} office`,
        externalName: null,
        isArchived: false,
        address: { postalAddress },
        isRemote: workplaceType === 'Remote',
        workplaceType,
        parentLocationId: null,
        type: 'Location',
      };
    },
  }),
  simulate(users, {
    sample: (source) => {
      const person = source.person();
      return {
        firstName: person.first,
        lastName: person.last,
        email: person.email,
        globalRole: source.pick(['Organization Admin', 'Elevated Access', 'Limited Access', 'External Recruiter']),
        isEnabled: true,
        updatedAt: source.time(source.integer(1, 200)),
      };
    },
  }),
];
