import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { articleLines } from '../sample-content.ts';
import { globalId, handleOf, idAt, series, shopOfSamples, staffId, timeAgo } from '../sample-shop.ts';
import { byPublication, byTime, changesOnly, id, nothingOf, paged, part, text, whole } from '../shared.ts';
import { isContentAskedFor } from '../simulated-filters.ts';
import { blogs } from './blogs.ts';

const Article = z.object({
  id: z.int(),
  title: text,
  handle: text,
  author: text,
  body_html: text,
  summary_html: text,
  tags: text,
  template_suffix: text,
  admin_graphql_api_id: text,
  created_at: text,
  updated_at: text,
  published_at: text,
  blog_id: whole,
  user_id: whole,
  image: part,
});

const ofBlog = z.object({ blog_id: id('blog') });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/article */
export const articles = defineEntity({
  name: 'articles',
  summary: 'Articles of a blog',
  record: Article,
  key: 'id',
  actions: {
    list: shopifyList('GET /blogs/{blog_id}/articles.json', {
      summary: 'List the articles of a blog',
      params: ofBlog.extend({ ...paged, ...byTime, ...byPublication }),
      recordsAt: 'articles',
      simulate: {
        matches: (article, asked) => article.blog_id === asked.blog_id && isContentAskedFor(article, asked),
      },
    }),
    get: shopify('GET /blogs/{blog_id}/articles/{article_id}.json', {
      summary: 'Get one article of a blog',
      params: ofBlog.extend({ article_id: id('article') }),
      recordAt: 'article',
    }),
  },
  search: { fields: allFields(Article, { except: ['template_suffix', 'admin_graphql_api_id', 'user_id', 'image'] }) },
  sync: { ...changesOnly, each: blogs, bind: { blog_id: 'id' }, notFound: 'empty' },
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
});
