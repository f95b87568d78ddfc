import { simulate } from '@connectory/sandbox';
import { files } from '../src/entities/files.ts';

export const simulatedFiles = [
  simulate(files, {
    sample: (source) => {
      const name = source.pick(['Offer.pdf', 'Price list.pdf', 'Site plan.pdf', 'Contract.pdf']);
      return {
        name,
        title: name,
        mimetype: 'application/pdf',
        permalink: `https://files.example.com/${encodeURIComponent(name)}`,
      };
    },
  }),
];
