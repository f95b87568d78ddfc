import { createTheme, Drawer, Modal, Select, Table } from '@mantine/core';

const dialog = {
  // Holding the scroll back needs a style element, which the content security policy forbids.
  lockScroll: false,
  closeButtonProps: { 'aria-label': 'Close' },
  // The head of a dialog is no banner of the page.
  attributes: { header: { role: 'presentation' } },
};

/** What all components of Mantine are told. Colors are in theme.css. */
export const theme = createTheme({
  primaryColor: 'indigo',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { ...dialog, centered: true } }),
    Drawer: Drawer.extend({ defaultProps: dialog }),
    Select: Select.extend({
      defaultProps: { maxDropdownHeight: 320, checkIconPosition: 'right' },
      styles: { input: { textOverflow: 'ellipsis' } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 8, horizontalSpacing: 'sm' } }),
  },
});
