import { simulate } from '@connectory/sandbox';
import { itemFiles } from '../src/entities/item-files.ts';

export const simulatedFiles = [
  simulate(itemFiles, {
    sample: (source) => {
      const name = source.pick(['Offer.pdf', 'Price list.pdf', 'Site plan.pdf', 'Contract.pdf']);
      return { name, url: `https://files.example.com/${encodeURIComponent(name)}`, file_extension: '.pdf' };
    },
  }),
];
