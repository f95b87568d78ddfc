import { simulate } from '@connectory/sandbox';
import { files } from '../src/entities/files.ts';

export const simulatedFiles = [
  simulate(files, {
    sample: (source) => {
      const name = source.pick(['Offer.pdf', 'Price list.pdf', 'Site plan.pdf', 'Contract.pdf']);
      return {
        name,
        path: `/${name}`,
        url: `https://files.example.com/${encodeURIComponent(name)}`,
        type: 'DOCUMENT',
        extension: 'pdf',
        access: 'PRIVATE',
      };
    },
  }),
];
