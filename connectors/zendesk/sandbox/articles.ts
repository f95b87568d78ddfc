import { simulate } from '@connectory/sandbox';
import { articleAttachments } from '../src/entities/article-attachments.ts';
import { articles } from '../src/entities/articles.ts';
import { attachments } from '../src/entities/attachments.ts';
import { sampleIdentity } from './identities.ts';

export const simulatedArticles = [
  simulate(articles, {
    sample: (source) => {
      const identity = sampleIdentity(source, 'help_center/articles', 17_463_850_000_001);
      const votes = source.integer(0, 40);
      return {
        ...identity,
        html_url: `https://example.zendesk.com/hc/en-us/articles/${identity.id}`,
        title: source.pick([
          'How to return a parcel',
          'Change your address',
          'Reset your password',
          'Read your invoice',
        ]),
        body: `<p>${source.words(20)}</p>`,
        locale: 'en-us',
        author_id: source.of('users'),
        section_id: 17_463_850_900_001 + (source.index % 4),
        permission_group_id: 17_463_850_800_001,
        vote_sum: votes - source.integer(0, votes),
        vote_count: votes,
        label_names: [],
        draft: source.index % 8 === 7,
        position: 0,
      };
    },
  }),
  simulate(articleAttachments, {
    sample: (source) => {
      const identity = sampleIdentity(source, 'help_center/articles/attachments', 17_463_851_000_001);
      return {
        ...identity,
        article_id: source.of('articles'),
        file_name: source.pick(['guide.pdf', 'terms.pdf', 'form.pdf']),
        content_type: 'application/pdf',
        content_url: `https://example.zendesk.com/hc/article_attachments/${identity.id}`,
        size: source.integer(20_000, 900_000),
        inline: false,
      };
    },
  }),
  simulate(attachments, {
    sample: (source) => {
      const id = 17_463_839_000_001 + source.index;
      const image = source.pick(['screenshot.png', 'photo.png']);
      const isText = source.index % 5 === 0;
      const fileName = isText ? 'conversation.txt' : image;
      const contentUrl = `https://example.zendesk.com/attachments/token/${source.id('', 24)}/?name=${fileName}`;
      return {
        id,
        url: `https://example.zendesk.com/api/v2/attachments/${id}`,
        file_name: fileName,
        content_url: contentUrl,
        mapped_content_url: contentUrl,
        content_type: isText ? 'text/plain' : 'image/png',
        size: source.integer(2_000, 400_000),
        width: isText ? null : 800,
        height: isText ? null : 600,
        inline: false,
        deleted: false,
        malware_access_override: false,
        malware_scan_result: 'malware_not_found',
        thumbnails: [],
      };
    },
  }),
];
