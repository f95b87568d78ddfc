import { createTheme, Drawer, Modal, Select, Table } from '@mantine/core';

const dialog = {
  // Locking the scroll needs a style element, which the content security policy forbids.
  lockScroll: false,
  closeButtonProps: { 'aria-label': 'Close' },
  // The header of a dialog is not a banner of the page.
  attributes: { header: { role: 'presentation' } },
};

/** The options of all Mantine components. Colors are in theme.css. */
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
