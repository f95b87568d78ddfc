import type { RawValue } from '@connectory/connector-sdk';
import { type SampleSource, simulate } from '@connectory/sandbox';
import { branches } from '../src/entities/branches.ts';
import { commits } from '../src/entities/commits.ts';
import { directoryContent } from '../src/entities/directory-content.ts';
import { fileContent } from '../src/entities/file-content.ts';
import { orgRepositories } from '../src/entities/org-repositories.ts';
import { releases } from '../src/entities/releases.ts';
import { repositories } from '../src/entities/repositories.ts';
import { stargazers } from '../src/entities/stargazers.ts';
import { tags } from '../src/entities/tags.ts';
import { viewerRepositories } from '../src/entities/viewer-repositories.ts';
import { changeAt, repositoryAt, sampleAuthor, sampleOid } from './work.ts';

// What a written release is in GraphQL.
const releaseOf = ({ tag_name, name, body, draft, prerelease }: RawValue) => ({
  tagName: tag_name,
  name,
  description: body,
  isDraft: draft,
  isPrerelease: prerelease,
});

/** A plausible repository. */
function sampleRepository(source: SampleSource) {
  const { name, description, language } = repositoryAt(source.index);
  const owner = sampleAuthor(source);
  const age = source.integer(60, 900);
  return {
    id: source.id('R_kgDO', 6),
    name,
    description,
    nameWithOwner: `${owner.login}/${name}`,
    url: `https://github.com/${owner.login}/${name}`,
    owner,
    createdAt: source.time(age),
    updatedAt: source.time(source.integer(0, 59)),
    pushedAt: source.time(source.integer(0, 59)),
    forkCount: source.integer(0, 120),
    stargazerCount: source.integer(0, 4000),
    isFork: source.index % 6 === 5,
    isArchived: source.index % 9 === 8,
    isTemplate: false,
    isPrivate: source.index % 4 === 3,
    hasIssuesEnabled: true,
    hasWikiEnabled: source.index % 3 === 0,
    primaryLanguage: { name: language },
    licenseInfo: { name: 'Apache License 2.0', spdxId: 'Apache-2.0' },
    defaultBranchRef: { name: 'main' },
    repositoryTopics: { nodes: [{ topic: { name: source.pick(['shop', 'api', 'service', 'internal']) } }] },
  };
}

export const simulatedRepositories = [
  simulate(repositories, {
    sample: sampleRepository,
    actions: {
      list: { fields: { username: 'owner.login' } },
    },
  }),
  simulate(orgRepositories, {
    sample: sampleRepository,
  }),
  simulate(viewerRepositories, {
    sample: sampleRepository,
  }),
  simulate(branches, {
    sample: (source) => {
      const oid = sampleOid(source);
      const { branch, title } = changeAt(source.index);
      const person = source.person();
      return {
        name: source.index === 0 ? 'main' : branch,
        prefix: 'refs/heads/',
        target: {
          oid,
          commitUrl: `https://github.com/${source.of('repositories', 'nameWithOwner')}/commit/${oid}`,
          message: title,
          author: {
            name: `${person.first} ${person.last}`,
            email: person.email,
            date: source.time(source.integer(0, 90)),
          },
        },
        associatedPullRequests: { totalCount: source.integer(0, 3) },
      };
    },
  }),
  simulate(commits, {
    sample: (source) => {
      const oid = sampleOid(source);
      const person = source.person();
      const { title: headline } = changeAt(source.index);
      return {
        oid,
        abbreviatedOid: oid.slice(0, 7),
        message: headline,
        messageHeadline: headline,
        authoredDate: source.time(source.index + 1),
        committedDate: source.time(source.index + 1),
        author: { name: `${person.first} ${person.last}`, email: person.email },
        additions: source.integer(1, 400),
        deletions: source.integer(0, 200),
        changedFiles: source.integer(1, 20),
        parents: { nodes: [{ oid: sampleOid(source) }] },
        url: `https://github.com/${source.of('repositories', 'nameWithOwner')}/commit/${oid}`,
      };
    },
  }),
  simulate(tags, {
    sample: (source) => {
      const person = source.person();
      const name = `v1.${source.index}.0`;
      return {
        name,
        prefix: 'refs/tags/',
        target: {
          __typename: 'Tag',
          oid: sampleOid(source),
          message: `Release ${name}`,
          tagger: {
            name: `${person.first} ${person.last}`,
            email: person.email,
            date: source.time(source.integer(1, 400)),
          },
        },
      };
    },
  }),
  simulate(releases, {
    sample: (source) => {
      const tagName = `v1.${source.index}.0`;
      const age = source.integer(1, 600);
      const repository = `https://github.com/${source.of('repositories', 'nameWithOwner')}`;
      return {
        id: source.id('RE_kwDO', 10),
        name: tagName,
        tagName,
        createdAt: source.time(age),
        publishedAt: source.time(age),
        isPrerelease: source.index % 8 === 7,
        isDraft: false,
        description: `## What is new\n\n- ${changeAt(source.index).title}\n- ${changeAt(source.index + 1).title}\n`,
        author: sampleAuthor(source),
        releaseAssets: {
          nodes: [
            {
              name: 'dist.tar.gz',
              downloadUrl: `${repository}/releases/download/${tagName}/dist.tar.gz`,
              size: 48_213,
            },
          ],
        },
        url: `${repository}/releases/tag/${tagName}`,
      };
    },
    actions: {
      create: { values: releaseOf },
      update: { fields: { owner: null, repo: null, release_id: 'databaseId' }, values: releaseOf },
    },
  }),
  simulate(fileContent, {
    sample: (source) => {
      const oid = sampleOid(source);
      const { name, description } = repositoryAt(source.index);
      const text = `# ${name}\n\n${description}.\n`;
      return { text, byteSize: text.length, isBinary: false, isTruncated: false, oid, abbreviatedOid: oid.slice(0, 7) };
    },
  }),
  simulate(directoryContent, {
    sample: (source) => {
      const name = `${repositoryAt(source.index).name}${source.index % 4 === 0 ? '' : '.ts'}`;
      return { name, type: source.index % 4 === 0 ? 'tree' : 'blob', oid: sampleOid(source), path: `src/${name}` };
    },
  }),
  simulate(stargazers, {
    sample: (source) => {
      const login = source.of('users', 'login');
      return {
        starredAt: source.time(source.index + 1),
        node: {
          id: source.id('U_kgDO', 6),
          login,
          name: null,
          avatarUrl: `https://avatars.githubusercontent.com/${login}`,
          url: `https://github.com/${login}`,
        },
      };
    },
  }),
];
