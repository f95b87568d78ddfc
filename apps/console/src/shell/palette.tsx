import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { ForeignText } from './text.tsx';

/** Something to go to: a path of the console, or of the documentation. */
interface Destination {
  readonly group: 'Pages' | 'Connections' | 'Actions' | 'Documentation';
  readonly label: string;
  /** What else it can be found by; shown next to the label. */
  readonly detail?: string;
  readonly path: string;
}

const documentation: readonly Destination[] = [
  ['Documentation', '/docs/'],
  ['API reference', '/reference/'],
  ['How do I …', '/docs/tasks/'],
  ['First call', '/docs/guide/first-call'],
  ['Connect accounts', '/docs/guide/connect-accounts'],
  ['Tokens and policies', '/docs/guide/tokens'],
  ['Search the copy', '/docs/guide/search'],
  ['Receive webhooks', '/docs/guide/subscriptions'],
  ['Give agents tools', '/docs/guide/agents'],
  ['Errors', '/docs/guide/errors'],
].map(([label = '', path = '']) => ({ group: 'Documentation', label, path }));

const maxPerGroup = 8;
const whileTyping = 150;

interface PaletteProps {
  /** The pages of the menu that the token may use. */
  readonly pages: readonly { readonly path: string; readonly label: string }[];
  onClose(): void;
}

/** Finds a page, a connection, an action or a document by words, and goes there with Enter. */
export function Palette({ pages, onClose }: PaletteProps) {
  const [, go] = useLocation();
  const [query, setQuery] = useState('');
  const found = useDestinations(query, pages);
  const store = useCombobox({ opened: true });
  const { selectFirstOption } = store;
  useEffect(() => {
    if (found.length > 0) selectFirstOption();
  }, [found, selectFirstOption]);
  const open = (path: string) => {
    onClose();
    // In this tab, the token would be lost, because it is kept only in memory.
    if (documentation.some((document) => document.path === path)) window.open(path, '_blank', 'noopener');
    else go(path);
  };
  const groups = [...Map.groupBy(found, ({ group }) => group)];
  return (
    <Modal opened onClose={onClose} title="Go to" size="lg" yOffset="10dvh" centered={false}>
      <Combobox store={store} onOptionSubmit={open}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            aria-label="Find a page, a connection, an action or a document"
            placeholder="Find a page, a connection, an action or a document"
            leftSection={<Search size={16} aria-hidden />}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
            // The list is always open, and would keep the key for itself.
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
            data-autofocus
          />
        </Combobox.EventsTarget>
        <Combobox.Options mt="sm" aria-label="Results">
          {found.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
          {groups.map(([group, destinations]) => (
            <Combobox.Group key={group} label={group}>
              {destinations.map(({ label, detail, path }) => (
                <Combobox.Option key={path} value={path}>
                  <ForeignText value={label} limit={128} />
                  {detail !== undefined && (
                    <Text component="div" size="xs" c="dimmed">
                      <ForeignText value={detail} limit={200} />
                    </Text>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
    </Modal>
  );
}

function useDestinations(query: string, pages: PaletteProps['pages']): readonly Destination[] {
  const { name } = useWorkspace();
  const { data: connections } = useConnections();
  const actions = useActions(query);
  return useMemo(() => {
    const all: readonly Destination[] = [
      ...pages.map(({ path, label }): Destination => ({ group: 'Pages', label, path: `/${name}/${path}` })),
      ...(connections ?? []).map(
        ({ id, name: label, vendor, connector }): Destination => ({
          group: 'Connections',
          label,
          detail: vendor ?? connector,
          path: `/${name}/connections/${id}`,
        }),
      ),
      ...documentation,
    ];
    const words = query.toLowerCase().split(/\s+/);
    const matches = ({ label, detail = '' }: Destination) => {
      const text = `${label} ${detail}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = all.filter(matches);
    const few = (group: Destination['group']) => found.filter((one) => one.group === group).slice(0, maxPerGroup);
    return [...few('Pages'), ...few('Connections'), ...actions, ...few('Documentation')];
  }, [query, pages, name, connections, actions]);
}

const none: readonly Destination[] = [];

/** The actions that the gateway finds by words, each with the connections that can run it. */
function useActions(query: string): readonly Destination[] {
  const { client, mayRun } = useSession();
  const { name } = useWorkspace();
  const [words] = useDebouncedValue(query.trim(), whileTyping);
  const { data } = useQuery({
    queryKey: ['actions', name, words],
    queryFn: async () => {
      const actions = await client.connectors.findActions({ q: words, connected: 'true', limit: maxPerGroup });
      return actions.flatMap(({ summary, entity, action, connections = [] }) =>
        connections.map(
          (connection): Destination => ({
            group: 'Actions',
            label: summary,
            detail: `${connection.name}: ${entity} ${action}`,
            path: `/${name}/run/${connection.id}/${entity}/${action}`,
          }),
        ),
      );
    },
    // The admin token runs no actions.
    enabled: words !== '' && mayRun,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => (words === '' || data === undefined ? none : data.slice(0, maxPerGroup)), [words, data]);
}
