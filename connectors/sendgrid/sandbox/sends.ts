import { simulate } from '@connectory/sandbox';
import { campaigns } from '../src/entities/campaigns.ts';
import { singlesendSchedules } from '../src/entities/singlesend-schedules.ts';
import { singlesendStats } from '../src/entities/singlesend-stats.ts';
import { singlesends } from '../src/entities/singlesends.ts';
import { templateVersions } from '../src/entities/template-versions.ts';
import { templates } from '../src/entities/templates.ts';
import { idAt, listAt } from './business.ts';

// Newest first: name, subject, category, and the position of the list it goes to.
const lines: readonly (readonly [name: string, subject: string, category: string, list: number])[] = [
  ['Christmas gift guide', 'Gifts for people who love coffee', 'promotion', 0],
  ['Wholesale prices 2027', 'Our prices for next year', 'wholesale', 3],
  ['November newsletter', 'Three new coffees from Ethiopia', 'newsletter', 0],
  ['Advent calendar pre-order', 'Twenty-four coffees until Christmas', 'promotion', 1],
  ['Autumn blend launch', 'The autumn blend is back', 'promotion', 0],
  ['October newsletter', 'How we roast decaf', 'newsletter', 0],
  ['Kenya for subscribers', 'Try our new Kenya before everybody else', 'subscription', 2],
  ['Brewing course in October', 'Two places left on Saturday', 'event', 7],
  ['September newsletter', 'A visit to our growers in Peru', 'newsletter', 0],
  ['Double stamps week', 'Two stamps for every cup this week', 'loyalty', 4],
];

const day = 86_400_000;

// Counted from the last morning before the sandbox's day, so that campaigns and Single Sends have the same times.
const time = (daysAgo: number) => new Date(Date.UTC(2026, 9, 31, 9, 30) - daysAgo * day).toISOString();

/** The sample Single Send at a position: the first two are drafts, the next two wait for their day, the others were sent. */
function sendAt(index: number) {
  const letter = `Coffee letter no. ${60 - index}`;
  const [name, subject, category, list] = lines[index] ?? [letter, letter, 'newsletter', 0];
  const daysAgo = (index - 4) * 9;
  const made = Math.max(daysAgo, 0) + 8;
  return {
    head: {
      id: idAt('singlesends', index),
      name,
      status: index < 2 ? 'draft' : index < 4 ? 'scheduled' : 'triggered',
      is_abtest: false,
      created_at: time(made),
      updated_at: time(made - 6),
    },
    subject,
    category,
    list: listAt(list),
    send_at: index < 2 ? undefined : time(daysAgo),
  };
}

const linesOfTemplates: readonly (readonly [name: string, subject: string])[] = [
  ['Order confirmation', 'Thank you for your order {{order_number}}'],
  ['Shipping notice', 'Your coffee is on its way'],
  ['Refund', 'We have refunded your order {{order_number}}'],
  ['Password reset', 'Choose a new password'],
  ['Welcome', 'Welcome, {{first_name}}'],
  ['Subscription renewal', 'Your next delivery is on {{delivery_date}}'],
  ['Failed payment', 'We could not charge your card'],
  ['Gift card', '{{sender_name}} sent you a gift card'],
];

export const simulatedSends = [
  simulate(singlesends, {
    sample: (source) => {
      const { head, subject, category, list, send_at } = sendAt(source.index);
      return {
        ...head,
        categories: [category],
        send_at,
        send_to: { list_ids: [list.id], segment_ids: [], all: false },
        email_config: {
          subject,
          html_content: `<h1>${subject}</h1><p>Read on at our shop.</p>`,
          plain_content: `${subject}\n\nRead on at our shop.`,
          generate_plain_content: true,
          design_id: undefined,
          editor: 'code',
          suppression_group_id: source.of('suppression_groups'),
          custom_unsubscribe_url: null,
          sender_id: 4_187_223,
          ip_pool: null,
        },
      };
    },
    actions: {
      list: { isMeant: () => true },
      create: { values: (draft) => ({ ...draft, status: 'draft', is_abtest: false, send_at: null }) },
    },
  }),
  simulate(singlesendSchedules, {
    actions: {
      create: { fields: { id: 'id', send_at: null }, values: ({ send_at }) => ({ send_at, status: 'scheduled' }) },
    },
  }),
  simulate(templateVersions, {
    sample: (source) => ({
      name: 'Current design',
      subject: source.pick(['Your receipt', 'Welcome']),
      thumbnail_url: '',
    }),
    actions: {
      create: {
        values: (version, { versions = [] }) => ({
          ...version,
          versions: [...versions, { ...version, id: `version-${versions.length + 1}` }],
        }),
      },
    },
  }),
  simulate(singlesendStats, {
    sample: (source) => {
      const { head, list } = sendAt(source.index);
      // The lists have grown since.
      const requests = head.status === 'triggered' ? Math.round(list.contact_count / (1 + source.index / 40)) : 0;
      const share = (percent: number) => Math.round((requests * percent) / 100);
      const opens = source.integer(20, 34);
      const clicks = source.integer(2, 6);
      const lost = { bounces: share(0.4), bounce_drops: share(0.2), invalid_emails: share(0.1), spam_report_drops: 0 };
      return {
        id: head.id,
        ab_phase: 'all',
        ab_variation: 'all',
        aggregation: 'total',
        stats: {
          ...lost,
          requests,
          delivered: requests - lost.bounces - lost.bounce_drops - lost.invalid_emails,
          unique_opens: share(opens),
          opens: share(opens * 1.4),
          unique_clicks: share(clicks),
          clicks: share(clicks * 1.3),
          spam_reports: share(0.02),
          unsubscribes: share(0.3),
        },
      };
    },
  }),
  simulate(campaigns, {
    sample: ({ index }) => ({ ...sendAt(index).head, channels: undefined }),
  }),
  simulate(templates, {
    sample: (source) => {
      const { index } = source;
      const [name, subject] = linesOfTemplates[index % linesOfTemplates.length] ?? ['', ''];
      const edition = Math.floor(index / linesOfTemplates.length);
      const title = edition === 0 ? name : `${name} (${['German', 'French', 'Spanish'][edition - 1] ?? edition})`;
      // Newer ones use Handlebars, as their ids show.
      const isDynamic = edition < 2;
      const id = isDynamic ? `d-${idAt('templates', index).replaceAll('-', '')}` : idAt('templates', index);
      const updated_at = source.time(source.integer(3, 500)).replace('T', ' ').replace('Z', '');
      return {
        id,
        name: title,
        generation: isDynamic ? 'dynamic' : 'legacy',
        updated_at,
        versions: [
          {
            id: idAt('versions', index),
            template_id: id,
            active: 1,
            name: title,
            subject: isDynamic ? subject : subject.replaceAll(/{{(\w+)}}/g, '-$1-'),
            updated_at,
            generate_plain_content: true,
            html_content: `<p>${subject}</p>`,
            plain_content: subject,
            editor: 'code',
            thumbnail_url: `//us-east-2-production-thumbnail-bucket.s3.amazonaws.com/${idAt('versions', index)}.png`,
          },
        ],
      };
    },
    actions: {
      list: { matches: ({ generation }, { generations }) => generations.split(',').includes(generation) },
    },
  }),
];
