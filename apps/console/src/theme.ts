import { createTheme, Drawer, Modal, Select, Table, Tooltip } from '@mantine/core';

/** What all components of Mantine are told. Colours are in theme.css. */
export const theme = createTheme({
  primaryColor: 'indigo',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Holding the scroll back needs a style element, which the content security policy forbids.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true, closeButtonProps: { 'aria-label': 'Close' } } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } }),
    Select: Select.extend({ defaultProps: { maxDropdownHeight: 320, checkIconPosition: 'right' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 8, horizontalSpacing: 'sm' } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 300 } }),
  },
});
