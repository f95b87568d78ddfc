import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { Article, articles } from '../src/entities/articles.ts';
import { Blog, blogs } from '../src/entities/blogs.ts';
import { Page, pages } from '../src/entities/pages.ts';
import { handleOf, idAt, series, timeAgo } from '../src/sample-shop.ts';
import { isContentAskedFor } from './filters.ts';
import { globalId, nothingOf, shopOfSamples, staffId, writtenId } from './shop.ts';

/** A page: its title and text. */
export const pageLines = [
  ['About us', 'We are four people in Tempe who sell what we take along ourselves.'],
  ['Shipping and returns', 'Orders leave our warehouse within two days. You have thirty days to send something back.'],
  ['Contact', 'Write to hello@saguaro-supply.example, or call on weekdays between nine and five.'],
  ['Caring for cast iron', 'Dry it at once, oil it thinly, and never put it into the dishwasher.'],
  ['Our makers', 'Mesa Looms, Ironwood Enamel, Cholla Goods, Nightjar and Palo Verde Bees.'],
  ['Wholesale', 'Shops and guest houses get twenty percent from ten pieces of an article.'],
  ['Holiday hours', 'The shop on Roosevelt Row opens on Sundays in December.'],
] as const;

/** The blogs of the shop. */
export const blogTitles = ['Field notes', 'Recipes', 'News'] as const;

/** An article: position of its blog, title, summary, tags. */
export const articleLines = [
  [
    0,
    'Three nights under the rim',
    'What we packed for the Mogollon Rim, and what we would leave at home.',
    'trips, packing',
  ],
  [1, 'Skillet cornbread with desert honey', 'Eight ingredients, one pan, half an hour.', 'cast iron, baking'],
  [2, 'We open on Roosevelt Row', 'From the first of March you can touch everything before you buy it.', 'shop'],
  [0, 'How to sharpen a pocket knife', 'A whetstone, water and ten quiet minutes.', 'tools'],
  [1, 'Coffee above the tree line', 'Water boils sooner up there. Grind finer.', 'coffee'],
  [0, 'Sleeping warm in October', 'A wool blanket, a hot bottle, and why cotton is a bad idea.', 'trips, wool'],
  [2, 'Parcels without plastic', 'All orders now leave in cardboard and paper tape.', 'shipping'],
  [1, 'Beans over the fire', 'Soak them the night before. The rest is patience.', 'cast iron'],
  [0, 'Reading the winter sky', 'Orion, the Pleiades, and how to find north.', 'stars'],
  [2, 'Meet Mesa Looms', 'A visit to the workshop where our blankets are woven.', 'makers'],
] as const;

/** Content that somebody has written: its own id, a part of the URL, and whether visitors see it. */
function writtenContent(range: number, type: string, { published = true, ...written }: RawValue) {
  const id = writtenId(range, written);
  return {
    ...written,
    id,
    handle: written.handle ?? handleOf(written.title),
    published_at: published ? (written.published_at ?? timeAgo(0)) : null,
    admin_graphql_api_id: globalId(type, id),
  };
}

/** What a change that somebody has written makes of content. */
const changedContent = ({ published, ...written }: RawValue) => ({
  ...written,
  ...(published !== undefined && { published_at: published ? timeAgo(0) : null }),
});

export const simulatedContent = [
  simulate(articles, {
    sample: ({ index }) => {
      const position = index % articleLines.length;
      const [blog, title, summary, tags] = articleLines[position] ?? articleLines[0];
      const article = idAt(series.article, position);
      const handle = handleOf(title);
      const createdAt = timeAgo(20 + position * 26);
      return {
        ...nothingOf(Article),
        id: article,
        blog_id: idAt(series.blog, blog),
        title,
        handle,
        author: shopOfSamples.owner,
        body_html: `<p>${summary}</p>`,
        summary_html: summary,
        tags,
        created_at: createdAt,
        updated_at: timeAgo(18 + position * 26),
        published_at: position === 8 ? null : createdAt,
        user_id: staffId,
        image: {
          created_at: createdAt,
          alt: title,
          width: 1600,
          height: 1067,
          src: `https://cdn.shopify.com/s/files/1/0682/0433/1277/articles/${handle}.jpg`,
        },
        admin_graphql_api_id: globalId('OnlineStoreArticle', article),
      };
    },
    actions: {
      list: {
        matches: (article, asked) => article.blog_id === asked.blog_id && isContentAskedFor(article, asked),
      },
      create: {
        values: ({ blog_id, ...article }) => ({
          author: shopOfSamples.owner,
          tags: '',
          summary_html: null,
          image: null,
          ...writtenContent(series.article, 'OnlineStoreArticle', article),
          blog_id,
        }),
      },
      update: { values: ({ blog_id, article_id, ...article }) => changedContent(article) },
    },
  }),
  simulate(blogs, {
    sample: ({ index }) => {
      const position = index % blogTitles.length;
      const title = blogTitles[position] ?? blogTitles[0];
      const blog = idAt(series.blog, position);
      return {
        ...nothingOf(Blog),
        id: blog,
        handle: handleOf(title),
        title,
        commentable: position === 1 ? 'moderate' : 'no',
        created_at: timeAgo(800 - position * 100),
        updated_at: timeAgo(6 + position * 5),
        tags: ['packing, stars, tools, trips, wool', 'baking, cast iron, coffee', 'makers, shipping, shop'][position],
        admin_graphql_api_id: globalId('OnlineStoreBlog', blog),
      };
    },
    actions: {
      create: {
        values: (blog) => {
          const { published_at, ...written } = writtenContent(series.blog, 'OnlineStoreBlog', blog);
          return { commentable: 'no', tags: '', ...written };
        },
      },
    },
  }),
  simulate(pages, {
    sample: ({ index }) => {
      const position = index % pageLines.length;
      const [title, body] = pageLines[position] ?? pageLines[0];
      const page = idAt(series.page, position);
      const createdAt = timeAgo(700 - position * 80);
      return {
        ...nothingOf(Page),
        id: page,
        title,
        handle: handleOf(title),
        body_html: `<p>${body}</p>`,
        author: shopOfSamples.owner,
        shop_id: shopOfSamples.id,
        created_at: createdAt,
        updated_at: timeAgo(12 + position * 9),
        published_at: title === 'Holiday hours' ? null : createdAt,
        admin_graphql_api_id: globalId('Page', page),
      };
    },
    actions: {
      list: { matches: isContentAskedFor },
      create: {
        values: (page) => ({ author: shopOfSamples.owner, ...writtenContent(series.page, 'Page', page) }),
      },
      update: { values: ({ page_id, ...page }) => changedContent(page) },
    },
  }),
];
