import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Connector } from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { errorTable } from '@connectory/errors';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaRows } from '../../src/field-list.ts';
import { builtSite } from '../../src/repository.ts';
import { type BuiltPage, codeBlocks, languages, readBuiltPages } from '../built-pages.ts';

let pages: ReadonlyMap<string, BuiltPage> = new Map();

beforeAll(() => {
  expect(existsSync(join(builtSite, 'index.html')), 'The documentation is not built. Run npm run pages.').toBe(true);
  pages = readBuiltPages();
});

describe('the built site', () => {
  it('has no link that leads nowhere', () => {
    const broken: string[] = [];
    let followed = 0;
    for (const { address, document } of pages.values()) {
      for (const element of document.querySelectorAll('a[href], link[href], script[src], img[src]')) {
        const target = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
        const { origin, pathname, hash } = new URL(target, `http://site${address}`);
        if (origin !== 'http://site' || !pathname.startsWith('/docs')) continue;
        followed++;
        const page = pages.get(pathname);
        const found = page === undefined ? existsSync(join(builtSite, decodeURIComponent(pathname.slice(6)))) : true;
        const anchor = decodeURIComponent(hash.slice(1));
        if (!found || (anchor !== '' && page?.anchors.has(anchor) !== true)) broken.push(`${address} -> ${target}`);
      }
    }
    expect(broken).toEqual([]);
    expect(followed).toBeGreaterThan(5000);
  });

  it('leads out only to what the gateway returns, and to the web', () => {
    const outside = new Set<string>();
    const web = new Set<string>();
    for (const { address, document } of pages.values()) {
      const top = document.querySelectorAll('.VPNavBarMenu a').map((link) => link.getAttribute('href') ?? '');
      const targets = top.map((target) => new URL(target, `http://site${address}`).pathname);
      if (address !== '/docs/404') expect(targets, address).toEqual(expect.arrayContaining(['/', '/reference/']));
      for (const element of document.querySelectorAll('a[href]')) {
        const { protocol, host, pathname } = new URL(element.getAttribute('href') ?? '', `http://site${address}`);
        if (host === 'site' && !pathname.startsWith('/docs')) outside.add(pathname);
        else if (host !== 'site') {
          expect(['http:', 'https:']).toContain(protocol);
          web.add(host);
        }
      }
    }
    expect([...outside].sort()).toEqual(['/', '/openapi.json', '/reference/']);
    console.info(`The documentation links to these hosts, which are not asked: ${[...web].sort().join(', ')}`);
  });

  it('asks nobody else for anything, and fits a policy without scripts and styles inside of pages', () => {
    for (const { address, document } of pages.values()) {
      for (const element of document.querySelectorAll('script, link, img')) {
        const source = element.getAttribute('src') ?? element.getAttribute('href') ?? '';
        expect(source.startsWith('/docs/'), `${address}: ${element.toString().slice(0, 200)}`).toBe(true);
      }
      expect(document.querySelectorAll('[style], style, [onclick]').map(String), address).toEqual([]);
    }
  });

  it('is read without JavaScript: every page says its heading in the HTML', () => {
    for (const { address, document } of pages.values()) {
      if (address === '/docs/404') expect(document.querySelector('noscript')?.textContent).toContain('no such page');
      else expect(document.querySelectorAll('h1'), address).toHaveLength(1);
    }
  });

  it('has every error code', () => {
    const errors = pages.get('/docs/reference/errors')?.document.textContent ?? '';
    for (const code of Object.keys(errorTable)) expect(errors).toContain(code);
  });
});

describe.each(builtInConnectors.map((connector) => [connector.id, connector] as const))(
  'the pages of %s',
  (id, connector) => {
    const manifest = describeConnector(connector);
    const pageOf = (entity: string) => {
      const page = pages.get(`/docs/connectors/${id}/${entity}`);
      if (page === undefined) throw new Error(`${id} has no page of ${entity}`);
      return page;
    };

    it('show vendor, version, credentials, settings, and every entity with its actions', () => {
      const { document, anchors } = pageOf('');
      const text = document.textContent;
      const { upstream, vendor, documentation, version, auth, settings } = manifest;
      for (const fact of [upstream.version, upstream.sunset ?? 'none announced', vendor, documentation, version]) {
        expect(text).toContain(fact);
      }
      expect(document.querySelector('.main h2')?.id, 'what is read first').toBe('common-tasks');
      for (const { name, fields } of auth)
        for (const field of fields) expect(anchors).toContain(`credential.${name}.${field.name}`);
      for (const { path } of schemaRows(settings)) expect(anchors).toContain(`setting.${path}`);
      const links = new Set(document.querySelectorAll('.main td a').map((link) => link.getAttribute('href')));
      for (const { name, actions } of manifest.entities) {
        for (const { action } of actions) expect(links).toContain(`./${name}#${action}`);
      }
    });

    it.each(manifest.entities.map((entity) => [entity.name, entity] as const))(
      'describe %s completely',
      (name, entity) => {
        const page = pageOf(name);
        const { document, anchors } = page;
        const places = new Map(
          document.querySelectorAll('tr[id], li[id]').map((place) => [place.getAttribute('id') ?? '', place]),
        );
        const described = (anchor: string, description = '') => {
          // A field says it in a paragraph, a row in its last cell.
          const text = places.get(anchor)?.querySelectorAll('p, td').at(-1)?.textContent;
          expect(text, anchor).toMatch(/\w{2}/);
          expect(text, anchor).toContain(description);
        };
        for (const { action, params, result_schema: result } of entity.actions) {
          expect(anchors).toContain(action);
          for (const { path, description } of schemaRows(params)) {
            expect(description, `${action} ${path} has no description`).toMatch(/\w{2}/);
            expect(places.get(`${action}.${path}`)?.querySelector('p')?.textContent, `${action} ${path}`).toBe(
              description,
            );
          }
          for (const { path } of schemaRows(result ?? {}))
            expect([...places.keys()]).toContain(`${action}.result.${path}`);
          const section = document.querySelector(`h2[id="${action}"]`)?.nextElementSibling?.textContent ?? '';
          expect(section, `${action} has no summary`).toMatch(/\w{3}/);
        }
        for (const { path } of schemaRows(entity.record)) expect([...places.keys()]).toContain(`record.${path}`);
        for (const field of entity.search?.fields ?? []) described(`search.${field.name}`);
        // One of each per action, and one that says what they need.
        for (const language of languages)
          expect(codeBlocks(page, language), language).toHaveLength(entity.actions.length + 1);
      },
    );
  },
);

it('has a page for each connector that comes with the gateway', () => {
  const documented = [...pages.keys()].filter((address) => /^\/docs\/connectors\/[^/]+\/$/.test(address));
  expect(documented).toHaveLength(builtInConnectors.length);
  const names = (list: readonly Connector[]) => list.map(({ id }) => `/docs/connectors/${id}/`);
  expect(documented.sort()).toEqual(names(builtInConnectors).toSorted());
});
