import { MantineProvider } from '@mantine/core';
// In a layer, so that the console's own styles win in whatever order the built files are loaded.
import '@mantine/core/styles.layer.css';
import './theme.css';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { Console } from './console.tsx';
import { theme } from './theme.ts';

const base = '/console';

// The gateway also serves the console at its root.
if (!location.pathname.startsWith(`${base}/`)) history.replaceState(null, '', `${base}/`);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element "root".');
createRoot(root).render(
  // Variables and classes come from files, because the content security policy forbids style elements.
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <Router base={base}>
      <Console />
    </Router>
  </MantineProvider>,
);
